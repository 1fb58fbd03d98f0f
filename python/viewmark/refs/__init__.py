"""Refs that stay with their element. Pure; counts observations, never seconds."""
