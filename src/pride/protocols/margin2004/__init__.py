"""The experiments of Gilad-Bachrach, Navot and Tishby (2004), one module each."""
