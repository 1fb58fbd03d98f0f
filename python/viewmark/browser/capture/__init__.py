"""Screenshots: taken, masked, and checked for movement meanwhile."""
