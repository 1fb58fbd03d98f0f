"""Pieces of the pages that hold a kit of components."""

__all__ = ["css", "js", "times"]


def css(path: str) -> str:
    """A style sheet of a package."""
    return f'<link rel="stylesheet" href="node_modules/{path}">'


def js(path: str) -> str:
    """A script of a package."""
    return f'<script src="node_modules/{path}"></script>'


def times(count: int, form: str) -> str:
    """A form so many times, each with its number for `#`."""
    return "".join(form.replace("#", str(n)) for n in range(1, count + 1))
