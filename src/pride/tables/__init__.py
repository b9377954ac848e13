"""One module per paper, one function per table: scores in, a table as text out."""
