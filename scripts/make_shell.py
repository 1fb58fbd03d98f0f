"""Generate `docs/verbs.md` from the table of verbs and the families of errors.

python scripts/make_shell.py           write
python scripts/make_shell.py --check   fail if the page is not up to date
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from viewmark import errors
from viewmark.calls.verbs import GROUPS, VERBS
from viewmark.shell.exit_codes import EXIT_CODES

if TYPE_CHECKING:
    from viewmark.calls.verbs import Argument, Verb

PAGE = Path(__file__).parents[1] / "docs" / "verbs.md"
HEAD = """<!-- Written by `make pages` from the table of verbs and the errors. -->

# Shell verbs and exit codes

What `viewmark VERB` takes in a session of [the shell](shell.md). `viewmark help VERB` explains the options.

## Exit codes

0 is done, 1 any other failure, 130 interrupted.

| code | meaning | errors |
|---|---|---|
"""
_MANY = {"?": "[{}]", "*": "[{} ...]", "+": "{} ...", None: "{}"}


def positional(each: Argument) -> str:
    """Return an argument as shown in a usage line."""
    choices = "|".join(each.options.get("choices") or ())
    name = str(each.options.get("metavar") or choices or each.dest.upper())
    return _MANY[each.options.get("nargs")].format(name)


def row(verb: Verb) -> str:
    """Return the table row of a verb."""
    options = [each.names[0] for each in verb.arguments if each.names[0].startswith("-")]
    places = [positional(each) for each in verb.arguments if each.names[0][0] != "-"]
    usage = " ".join([verb.name, *places]).replace("|", "\\|")
    more = "".join(f", `{each}`" for each in options).replace(", ", "; ", 1)
    return f"| `{usage}` | {verb.call.summary}{more} |\n"


def made() -> str:
    """Return the complete page."""
    parts = [HEAD]
    for code, meaning in EXIT_CODES.items():
        families = [each for each in errors.table().values() if vars(each).get("exit_code") == code]
        names = ", ".join(f"`{each.__name__}`" for each in families)
        parts.append(f"| {code} | {meaning} | {names} |\n")
    for group in GROUPS:
        parts.append(f"\n## {group[0].upper()}{group[1:]}\n\n| verb | |\n|---|---|\n")
        parts += [row(verb) for verb in VERBS if verb.call.group == group]
    return "".join(parts)


def main() -> None:
    """Write the page, or compare with it."""
    text = made()
    if "--check" not in sys.argv:
        PAGE.write_text(text, "utf-8")
    elif PAGE.read_text("utf-8") != text:
        sys.exit("docs/verbs.md is not what viewmark.shell says; run `make pages`.")


if __name__ == "__main__":
    main()
