"""The browser of a session: how it is opened, which URLs it may load, its tabs and settings."""
