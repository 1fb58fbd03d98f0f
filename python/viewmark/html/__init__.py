"""Shows results to people: an HTML page or a notebook's cell; nothing is fetched, no script."""
