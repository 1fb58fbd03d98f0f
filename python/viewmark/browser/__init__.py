"""The browser half: CDP sessions, launch, pages, capture, discovery."""
