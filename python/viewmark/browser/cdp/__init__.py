"""The Chrome DevTools Protocol: connections, sessions, events, availability and its errors."""
