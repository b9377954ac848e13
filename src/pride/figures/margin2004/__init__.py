"""The figures of Gilad-Bachrach, Navot and Tishby (2004), by experiment."""
