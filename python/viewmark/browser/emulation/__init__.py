"""Emulates the device and environment of a page; overrides are recorded so they can be undone."""
