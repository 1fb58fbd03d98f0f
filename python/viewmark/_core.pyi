"""The native half: pure functions on pixels. Everything releases the GIL."""

__all__ = ["__version__"]

__version__: str
