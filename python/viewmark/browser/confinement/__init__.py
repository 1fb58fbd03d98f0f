"""Keeps a browser to the documents and the addresses that its rules allow."""
