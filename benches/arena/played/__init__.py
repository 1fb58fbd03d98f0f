"""Tasks that an agent plays: it has a brief and a tool, the site's state decides what is done."""
