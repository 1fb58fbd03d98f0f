"""Frames of a page, in any process: their tree and geometry."""
