"""Tasks played by an agent with a brief and a tool; the site's state decides what is solved."""
