"""How the papers measure: arrays in, a table of scores out, one module per paper."""
