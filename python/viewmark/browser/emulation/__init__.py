"""Emulated device and environment of a page; recorded, so that they can be undone."""
