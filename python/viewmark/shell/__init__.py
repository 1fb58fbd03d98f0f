"""Sessions of the command line: the background process that runs their verbs."""
