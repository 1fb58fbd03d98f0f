"""A tool that groups several calls; the `what` argument selects the call by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from viewmark.calls.call import Call
from viewmark.parameters.parameter import Parameter

ATTACH_NAMES = ("tab_id", "include_screenshot")
"""Parameters that nearly every `what` value accepts; they are listed last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class What:
    """One value of the `what` argument, which selects one call of a tool."""

    name: str
    call: Call
    parameters: tuple[Parameter, ...] = ()
    aliases: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Other names that clients use, each with the arguments that it implies."""
    hint: str = ""
    """Text about this value in the tool description for models; empty if the name is
    self-explanatory. Values with the same hint share a line.
    """

    @property
    def summary(self) -> str:
        """The purpose in one line, for human readers."""
        return f"{self.call.summary[0].upper()}{self.call.summary[1:]}."


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A tool with all its calls."""

    name: str
    opening: str = ""
    """Start of the tool description."""
    whats: tuple[What, ...]
    closing: str = ""
    """End of the tool description."""
    common: tuple[Parameter, ...] = ()
    """Parameters that every `what` accepts."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """Advice for parameters that models send although they do not exist, keyed by name."""
    what_aliases: tuple[str, ...] = ()
    """Other names of the parameter `what` (`action` and `format` in the specifications)."""
    read_only: bool = False
    idempotent: bool = False
    destructive: bool = False
    open_world: bool = True

    @cached_property
    def by_what(self) -> dict[str, What]:
        """The values of `what` keyed by name, in the order in which clients see them."""
        return {each.name: each for each in self.whats}

    @property
    def is_single(self) -> bool:
        """Whether the tool has a single call, and therefore no `what`."""
        return list(self.by_what) == [self.name]

    @cached_property
    def by_name(self) -> dict[str, Parameter]:
        """The parameters of all calls, keyed by name; those in `ATTACH_NAMES` come last."""
        listed = [p for what in self.whats for p in (*what.parameters, *self.common)]
        return {p.name: p for p in sorted(listed, key=lambda p: p.name in ATTACH_NAMES)}

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of all calls."""
        return tuple(self.by_name.values())

    @cached_property
    def meanings(self) -> dict[str, tuple[str, Mapping[str, Any]]]:
        """Canonical name and implied arguments of every `what` value, keyed by name and alias."""
        found: dict[str, tuple[str, Mapping[str, Any]]] = {}
        for what in self.whats:
            found |= {alias: (what.name, implied) for alias, implied in what.aliases.items()}
        return found | {name: (name, {}) for name in self.by_what}

    def known(self, what: str) -> tuple[Parameter, ...]:
        """Return the parameters that a value of `what` accepts."""
        return (*self.by_what[what].parameters, *self.common)

    def goes_with(self, name: str) -> tuple[str, ...]:
        """Return the values of `what` that accept a parameter."""
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
