"""A browser as a session has it: how it is opened, where it may go, its tabs, its settings."""
