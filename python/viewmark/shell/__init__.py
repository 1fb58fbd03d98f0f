"""Sessions of the command line: a table of verbs, and the background process that runs them."""
