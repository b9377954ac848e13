"""Figures of Krupka, Navot and Tishby (2008), and some that it has not."""
