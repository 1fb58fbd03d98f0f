"""The browser of a session: how it is opened, where it may go, its tabs, its settings."""
