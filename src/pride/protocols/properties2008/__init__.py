"""How Krupka, Navot and Tishby (2008) measure."""
