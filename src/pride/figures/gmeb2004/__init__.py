"""The figures of Peleg and Meir (2004), and additions to them."""
