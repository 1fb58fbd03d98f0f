"""What a tool is: for each value of `what` one object with its parameters and its handler."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption
from viewmark.mcp.parameters import ATTACH, TAB

if TYPE_CHECKING:
    from viewmark.mcp.content import Answer
    from viewmark.mcp.state import SessionState
    from viewmark.page.changes import ChangeMode
    from viewmark.parameters.parameter import Parameter
    from viewmark.session.tabs import OpenTab

__all__ = ["Call", "Handler", "ProgressReport", "Tool", "What"]

ProgressReport = Callable[[float, str], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A checked call, and the session that it belongs to."""

    state: SessionState
    tool: str
    what: str
    args: dict[str, Any]
    """Its parameters, with defaults filled in."""
    changes: ChangeMode = "none"
    """Whether the answer says what changed on the page."""
    progress: ProgressReport | None = None
    """Tells the client how far a long call is."""
    tools: tuple[Tool, ...] = ()
    """All tools that there are."""

    def needed(self, name: str) -> Any:
        """A parameter that this call cannot do without.

        Raises:
            InvalidOption: it was not given.
        """
        if name not in self.args:
            raise InvalidOption(f"{self.tool} {self.what} needs `{name}`.", param=name)
        return self.args[name]

    def given(self, *same: str, **called: str) -> dict[str, Any]:
        """The parameters that were given, as options of a call of the library.

        Args:
            *same: those that have the same name there.
            **called: those with another one, and that.
        """
        names = dict(zip(same, same, strict=True)) | called
        return {theirs: self.args[own] for own, theirs in names.items() if own in self.args}

    async def tab(self) -> OpenTab:
        """The tab that is meant, which shows nothing that may not be opened."""
        tab = await self.state.tabs.tab(self.args.get("tab_id"))
        self.state.tabs.check(tab)
        self.reporting(tab)
        return tab

    def reporting(self, tab: OpenTab) -> None:
        """Let actions on a tab report what they changed, as the call wants it."""
        tab.page.changes = self.changes


Handler = Callable[[Call], Awaitable["Answer"]]


@dataclass(frozen=True, slots=True, kw_only=True)
class What:
    """One value of `what`: what a tool can do."""

    name: str
    handler: Handler
    parameters: tuple[Parameter, ...] = ()
    aliases: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Other names that clients use, each with the arguments that it implies."""
    hint: str = ""
    """What the tool's description tells a model of it; nothing where the name says it.
    Neighbours with the same hint are told together."""

    @property
    def summary(self) -> str:
        """What it does, in one line, for people."""
        return (self.handler.__doc__ or "").partition("\n")[0]


@dataclass(frozen=True, kw_only=True)
class Tool:
    """One tool: a list of what it can do."""

    name: str
    opening: str
    """How its description begins."""
    whats: tuple[What, ...]
    closing: str = ""
    """How its description ends."""
    common: tuple[Parameter, ...] = ()
    """Parameters of every `what`."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """What to do instead, by names of parameters that models send and that are not there."""
    what_aliases: tuple[str, ...] = ()
    """Other names of the key `what` (the specifications' `action` and `format`)."""
    read_only: bool = False
    idempotent: bool = False
    destructive: bool = False
    open_world: bool = True

    @cached_property
    def by_what(self) -> dict[str, What]:
        """What it can do, by name, in the order in which clients see it."""
        return {each.name: each for each in self.whats}

    @cached_property
    def by_name(self) -> dict[str, Parameter]:
        """The parameters of all its `what` by name; those of nearly all come last."""
        listed = [p for what in self.whats for p in (*what.parameters, *self.common)]
        return {p.name: p for p in sorted(listed, key=lambda p: p in (TAB, ATTACH))}

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of all its `what`."""
        return tuple(self.by_name.values())

    @cached_property
    def meanings(self) -> dict[str, tuple[str, Mapping[str, Any]]]:
        """Every name of every `what`: the own name, and the arguments that are implied."""
        found: dict[str, tuple[str, Mapping[str, Any]]] = {}
        for what in self.whats:
            found |= {alias: (what.name, implied) for alias, implied in what.aliases.items()}
        return found | {name: (name, {}) for name in self.by_what}

    def known(self, what: str) -> tuple[Parameter, ...]:
        """The parameters that go with a value of `what`."""
        return (*self.by_what[what].parameters, *self.common)

    def goes_with(self, name: str) -> tuple[str, ...]:
        """The values of `what` that take a parameter."""
        return tuple(w for w in self.by_what if any(p.name == name for p in self.known(w)))

    @property
    def doc(self) -> str:
        """The description that a model reads."""
        hints: dict[str, list[str]] = {}
        for what in self.whats:
            if what.hint:
                hints.setdefault(what.hint, []).append(what.name)
        lines = [f"{', '.join(names)}: {hint}." for hint, names in hints.items()]
        return " ".join(filter(None, [self.opening, *lines, self.closing]))
