"""Everything that talks to the browser: CDP sessions, launch, pages, capture, discovery."""
