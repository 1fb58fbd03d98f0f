"""The arena: the same tasks through the results of several tools, and the cost of each."""
