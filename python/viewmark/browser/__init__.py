"""All communication with the browser: CDP sessions, launch, pages, capture, discovery."""
