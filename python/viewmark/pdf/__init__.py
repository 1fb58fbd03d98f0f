"""Reads PDFs in a separate process: text, links and pages with boxes (extra `pdf`)."""
