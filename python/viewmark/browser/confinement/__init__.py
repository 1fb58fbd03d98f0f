"""Restricts a browser to the documents and addresses that its rules allow."""
