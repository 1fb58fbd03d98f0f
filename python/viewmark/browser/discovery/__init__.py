"""Reads the content of a page: elements, listeners, selectors, outline, DOM, accessibility tree."""
