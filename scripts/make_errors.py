"""Generate `docs/errors.md` from the classes of `viewmark.errors`.

python scripts/make_errors.py           write
python scripts/make_errors.py --check   fail if the page is not up to date
"""

from __future__ import annotations

import sys
from pathlib import Path

from viewmark import errors

PAGE = Path(__file__).parents[1] / "docs" / "errors.md"
HEAD = """<!-- Written by `make pages` from the classes of `viewmark.errors`. -->

# Errors

Every error that a caller can see.

- **Python**: a class of `viewmark.errors` with `code`, `message`, `hint`, `retryable` and `data`; `str(error)` is message and hint.
- **Command line**: one line on stderr, with `--json` an object on stdout too, and an [exit code](verbs.md#exit-codes) by kind.
- **MCP**: an answer with `isError` and this code.

| code | class | family | when | what to do | again? |
|---|---|---|---|---|---|
"""


def row(cls: type[errors.ViewmarkError]) -> str:
    """Return the table row of an error class that is raised; base classes have no row."""
    family = cls.__bases__[0].__name__
    when = " ".join((cls.__doc__ or "").split())
    cells = [
        f"`{cls.code}`",
        f"`{cls.__name__}`",
        "" if family == "ViewmarkError" else f"`{family}`",
        when.replace("|", "\\|"),
        cls.default_hint.replace("|", "\\|"),
        "yes" if cls.retryable else "",
    ]
    return f"| {' | '.join(cells)} |\n"


def made() -> str:
    """Return the complete page."""
    leaves = [cls for cls in errors.table().values() if not cls.__subclasses__()]
    rows = "".join(row(cls) for cls in sorted(leaves, key=lambda cls: cls.code))
    return HEAD + rows


def main() -> None:
    """Write the page, or compare with it."""
    text = made()
    if "--check" not in sys.argv:
        PAGE.write_text(text, "utf-8")
    elif PAGE.read_text("utf-8") != text:
        sys.exit("docs/errors.md is not what viewmark.errors says; run `make pages`.")


if __name__ == "__main__":
    main()
