"""Numbered marks on screenshots, for AI agents that see pages and act on elements."""
