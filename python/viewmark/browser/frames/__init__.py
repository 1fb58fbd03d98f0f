"""Frames of a page, in whichever process: the tree of them, and where each lies."""
