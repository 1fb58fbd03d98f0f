"""Contents of a page: elements, listeners, selectors, outline, DOM and accessibility tree."""
