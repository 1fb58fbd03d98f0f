"""Generate `docs/requirements.md` from `tests/requirements.toml`.

python scripts/make_requirements.py           write
python scripts/make_requirements.py --check   fail if the page is not up to date
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from requirements import REQUIREMENTS, Requirement  # noqa: E402

PAGE = ROOT / "docs" / "requirements.md"
TITLES = {
    "annotated-screenshots": "Numbered marks on the screenshot, and the map from number to element.",
    "auto-attached-screenshots": "A picture on every answer, or only where something failed.",
    "coordinate-screenshot-tool": "Screenshots, and actions by the coordinates that are read from them.",
    "element-refs-and-set-of-marks": "Refs that stay with their element, and how marks look.",
    "draw-mode": "A human draws and writes on the live page; the agent reads it.",
}
HEAD = """<!-- Written by `make pages` from tests/requirements.toml. -->

# Requirements

viewmark does what five specifications ask for. They were written for other programs, so this page says in our
words what each requirement means here, and which tests show it. Sources and tests cite the ids of this page: `R` numbers
with the name of their specification, the others alone. A test proves that every cited id is here and every named test exists.
"""


def shown(row: Requirement) -> str:
    """Return links to the tests of a requirement, or why there are none."""
    if row.untested:
        return f"Not tested: {row.untested}"
    cells = []
    for test in row.tests:
        file, _, name = test.partition("::")
        cells.append(f"[`{name}`](../tests/{file})")
    return "<br>".join(cells)


def made() -> str:
    """Return the complete page."""
    out = [HEAD]
    for source, rows in REQUIREMENTS.items():
        out.append(
            f"\n## {source}\n\n{TITLES[source]}\n\n| id | what it asks | shown by |\n|---|---|---|\n"
        )
        for number, row in rows.items():
            out.append(f"| {number} | {row.asks} | {shown(row)} |\n")
    return "".join(out)


def main() -> None:
    """Write the page, or compare with it."""
    text = made()
    if "--check" not in sys.argv:
        PAGE.write_text(text, "utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != text:
        sys.exit("docs/requirements.md is not what tests/requirements.toml says; run `make pages`.")


if __name__ == "__main__":
    main()
