"""The browser half: CDP session, launch, pages, capture, discovery. Never a pixel."""
