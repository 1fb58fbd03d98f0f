"""Draw mode: a human marks the live page; marks are kept, anchored, drawn and read."""
