"""What the theorems of the papers guarantee: one module per paper."""
