"""A tool: a list of calls, each under its name as a value of `what`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from viewmark.calls.call import Call
from viewmark.parameters.parameter import Parameter

ATTACH_NAMES = ("tab_id", "include_screenshot")
"""Parameters of nearly every `what`; they are listed last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class What:
    """One value of `what`: one call of a tool."""

    name: str
    call: Call
    parameters: tuple[Parameter, ...] = ()
    aliases: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Other names that clients use, each with the arguments that it implies."""
    hint: str = ""
    """Its part of the tool's description for models; empty if the name suffices. Adjacent ones with
    the same hint share a line.
    """

    @property
    def summary(self) -> str:
        """Purpose in one line, for people."""
        return f"{self.call.summary[0].upper()}{self.call.summary[1:]}."


@dataclass(frozen=True, kw_only=True)
class Tool:
    """One tool: a list of its calls."""

    name: str
    opening: str = ""
    """Start of its description."""
    whats: tuple[What, ...]
    closing: str = ""
    """End of its description."""
    common: tuple[Parameter, ...] = ()
    """Parameters of every `what`."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """Advice for parameters that models send but that do not exist, by name."""
    what_aliases: tuple[str, ...] = ()
    """Other names of the parameter `what` (the specifications' `action` and `format`)."""
    read_only: bool = False
    idempotent: bool = False
    destructive: bool = False
    open_world: bool = True

    @cached_property
    def by_what(self) -> dict[str, What]:
        """Calls by name, in the order in which clients see them."""
        return {each.name: each for each in self.whats}

    @property
    def is_single(self) -> bool:
        """Whether it has one call, and so no `what`."""
        return list(self.by_what) == [self.name]

    @cached_property
    def by_name(self) -> dict[str, Parameter]:
        """Parameters of all its calls by name; the common ones come last."""
        listed = [p for what in self.whats for p in (*what.parameters, *self.common)]
        return {p.name: p for p in sorted(listed, key=lambda p: p.name in ATTACH_NAMES)}

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of all its `what`."""
        return tuple(self.by_name.values())

    @cached_property
    def meanings(self) -> dict[str, tuple[str, Mapping[str, Any]]]:
        """Every name and alias of every `what`, with its own name and the implied arguments."""
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
