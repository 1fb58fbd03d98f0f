"""A verb of a session: its name, its arguments and what it calls; light, for clients import it."""

from __future__ import annotations

from argparse import ArgumentTypeError
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from viewmark.defaults import MAX_ANNOTATIONS
from viewmark.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import SimpleNamespace

    from viewmark.errors import ViewmarkError
    from viewmark.page.action_lines import Result
    from viewmark.shell.session import ShellSession

__all__ = [
    "TARGET",
    "Argument",
    "Kind",
    "Reply",
    "Verb",
    "argument",
    "clip_of",
    "marks_of",
    "number_pair",
    "picture_format",
    "verbs_of",
]

Kind = Literal["plain", "text", "input", "output", "address", "steps"]
"""What the client does with a value before it sends it.

`text`: `-` is read from stdin. `input`, `output`: a file, made absolute; `-` is stdin or stdout.
`address`: a file, a bare host or an address. `steps`: lines of verbs, sent as JSON of each.
"""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument as argparse has it, and its kind."""

    names: tuple[str, ...]
    options: dict[str, Any]
    kind: Kind = "plain"

    @property
    def dest(self) -> str:
        """The name of its value."""
        return str(self.options.get("dest", self.names[-1].lstrip("-").replace("-", "_")))


def marks_of(text: str) -> int | Literal["auto"]:
    """How many marks: `auto`, or a number."""
    if text == "auto":
        return "auto"
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MAX_ANNOTATIONS):
        raise ArgumentTypeError(
            f"{text!r} is neither a whole number from 1 to {MAX_ANNOTATIONS} nor auto"
        )
    return int(text)


def clip_of(text: str) -> tuple[float, float, float, float]:
    """A region from `X,Y,W,H`."""
    try:
        x, y, width, height = (float(part) for part in text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"{text!r:.60} is not four numbers: X,Y,W,H") from None
    return x, y, width, height


def number_pair(text: str, what: str) -> tuple[float, float]:
    """Two numbers with a comma in between.

    Raises:
        InvalidOption: they are not.
    """
    parts = text.split(",")
    try:
        first, second = (float(each) for each in parts)
    except ValueError:
        raise InvalidOption(f"{what} is two numbers such as 120,45, not {text!r:.40}.") from None
    return first, second


def picture_format(name: str) -> Any:
    """The format that a file's name says.

    Raises:
        InvalidOption: another ending.
    """
    ending = Path(name).suffix.lower()
    if ending not in (".jpg", ".jpeg", ".png") and name != "-":
        raise InvalidOption(f"{name[-80:]!r} does not end in .jpg, .jpeg or .png.")
    return "png" if ending == ".png" else "jpeg"


def argument(*names: str, kind: Kind = "plain", **options: Any) -> Argument:
    """An argument: names and options of `argparse`, and its kind."""
    return Argument(names, options, kind)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a verb answers."""

    text: str
    facts: Any = None
    """The same for programs (`--json`)."""
    blob: bytes | None = field(default=None, repr=False)
    """Bytes for the client's stdout, where a file was named `-`."""
    result: Result | None = None
    """What the call of the library answered, where it did something to a page: for `do`."""
    failed: ViewmarkError | None = None
    """What made it end early, where the answer tells of that: for the exit code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """One verb."""

    name: str
    """One word or two (`state save`)."""
    group: str
    summary: str
    """What it does, in one line."""
    call: Callable[[ShellSession, SimpleNamespace], Awaitable[Reply]]
    arguments: tuple[Argument, ...] = ()
    starts: bool = False
    """Whether it starts the session where there is none."""
    queued: bool = True
    """Whether it waits for its turn; what waits long, or frees a page, does not."""
    acts: bool = False
    """Whether `--look` may follow it, and it says what changed."""
    arrives: bool = False
    """Whether it says what the page shows that it goes to."""
    more: str = ""
    """Further sentences for its help."""

    @property
    def may_be_step(self) -> bool:
        """Whether it may be a step of `do`: it does something on the tab where that is."""
        is_here = self.arrives and " " not in self.name  # `tab new` leads away
        return (self.acts and self.name != "do") or is_here or self.name == "wait"


def verbs_of(group: str, **all_have: Any) -> Callable[..., Verb]:
    """What makes the verbs of a group from name, summary, call, arguments and what else a verb has.

    Args:
        group: under which the help lists them.
        **all_have: what a verb has where its own words say nothing else.
    """

    def make(name: str, summary: str, call: Any, *arguments: Argument, **more: Any) -> Verb:
        own = all_have | more
        return Verb(name=name, group=group, summary=summary, call=call, arguments=arguments, **own)

    return make


TARGET = argument(
    "target", metavar="TARGET", help="@ref, number, CSS selector, 'button \"Name\"', or x,y"
)
