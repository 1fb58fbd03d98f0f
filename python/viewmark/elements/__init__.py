"""What discovery found: elements, their validation and selection. Pure; never a pixel."""
