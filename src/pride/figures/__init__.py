"""One module per paper, one function per figure: scores in, a Figure out."""
