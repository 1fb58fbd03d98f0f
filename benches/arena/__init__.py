"""The arena: the same tasks through several tools' own answers, and what each of them costs."""
