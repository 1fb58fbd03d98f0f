"""What a page is made to believe of its device and surroundings; kept, so that it can be undone."""
