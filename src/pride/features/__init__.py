"""Features that are measured on images."""
