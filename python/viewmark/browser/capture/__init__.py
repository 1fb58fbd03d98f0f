"""Takes and masks screenshots, and detects elements that move meanwhile."""
