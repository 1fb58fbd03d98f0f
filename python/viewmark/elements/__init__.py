"""Elements found by discovery: validation and order. Pure."""
