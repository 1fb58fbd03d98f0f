"""Data model of discovered elements: validation, order, rank and text. No I/O."""
