"""A browser of our own: found, started, watched, kept from where it must not go, or attached to."""
