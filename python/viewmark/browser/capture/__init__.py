"""Takes and masks screenshots, and detects movement in the meantime."""
