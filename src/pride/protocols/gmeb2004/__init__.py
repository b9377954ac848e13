"""The experiments of Peleg and Meir (2004), one module each."""
