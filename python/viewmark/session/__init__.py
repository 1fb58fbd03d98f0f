"""The browser of a session: how to open it, what it may load, its tabs and settings."""
