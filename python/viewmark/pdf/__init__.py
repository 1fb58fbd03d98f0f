"""Reads PDFs: words, links and pages with boxes, in a process of its own (extra `pdf`)."""
