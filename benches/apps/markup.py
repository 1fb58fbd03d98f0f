"""HTML snippets for pages that show a component library."""

__all__ = ["css", "js", "times"]


def css(path: str) -> str:
    """Return the link to a style sheet of a package."""
    return f'<link rel="stylesheet" href="node_modules/{path}">'


def js(path: str) -> str:
    """Return the element for a script of a package."""
    return f'<script src="node_modules/{path}"></script>'


def times(count: int, form: str) -> str:
    """Return a template repeated `count` times, with `#` replaced by the number."""
    return "".join(form.replace("#", str(n)) for n in range(1, count + 1))
