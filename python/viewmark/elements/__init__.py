"""Elements that discovery found: validation and order. Pure."""
