"""Renders results for users: an HTML page or a notebook cell, without network or scripts."""
