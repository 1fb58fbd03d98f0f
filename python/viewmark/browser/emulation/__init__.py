"""Emulated device and surroundings of a page; recorded, so that they can be undone."""
