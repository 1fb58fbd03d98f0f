"""One call of the table, and an invocation of it; light, for clients of sessions import it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from viewmark.calls.options import options_of
from viewmark.calls.words import FACE_NAMES, OWN, TARGET_FORMS, for_functions, for_models
from viewmark.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from viewmark.calls.answer import CallAnswer
    from viewmark.page.changes import ChangeMode
    from viewmark.parameters.parameter import Parameter
    from viewmark.session.tabs import OpenTab

    Handler = Callable[["Invocation"], Awaitable[CallAnswer]]

HOLDER = "annotate"
BESIDE = ("annotate", "save_to", "ref", "full_page", "clip", "padding", "answer", "baseline")
"""Options that stand beside the one that requests marks; all others may also stand inside it."""
AIMS = ("target", "source")
"""Options that a model may name by ref, label, selector or a point."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call for programs, models and people: its options, and its words in each face."""

    name: str
    summary: str
    """Purpose, in one line."""
    method: str = ""
    """The method of `Page` whose options it has, and which is called; its name if empty."""
    options: str = ""
    """Names of options that all faces have; `method:name` is one of another method."""
    run: str = "method.call"
    """The module of this package and the function that does it; else the method is called."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Options that the call itself decides."""
    checked: bool = True
    """Whether the tab must show nothing that may not be opened."""
    tool: str = ""
    """The tool of MCP that has it; none if empty."""
    what: str = ""
    """Its `what` there, where that differs from its name."""
    models: str = ""
    """Names of options that only models have."""
    aliases: str = ""
    """Other names that clients use, each with the argument that it implies: `tap`, `x:count=3`."""
    hint: str = ""
    """Its part of the tool's description; empty where the name suffices."""
    facts_only: bool = False
    """Whether a model gets the facts as JSON in place of the text."""
    usage: str = ""
    """The verb of the command line (`_` is a space), and options that are words of their own
    there: `click target`, `upload target files+:input`; none if empty."""
    shell: str = ""
    """Names of options that only the command line has."""
    group: str = ""
    """Under which the help lists it."""
    starts: bool = False
    """Whether it starts the session where there is none."""
    queued: bool = True
    """Whether it waits for its turn; a call that waits long, or frees a page, does not."""
    acts: bool = False
    """Whether `--look` may follow it, and it reports changes."""
    arrives: bool = False
    """Whether it reports the page that it leads to."""
    more: str = ""
    """Further sentences for its help."""
    function: Mapping[str, str] = field(default_factory=dict)
    """The function tool: `name`, `options` and the `description` that a model reads; none if
    empty."""

    @property
    def of_page(self) -> str:
        """The method of `Page`."""
        return self.method or self.name

    @cached_property
    def verb(self) -> str:
        """One word or two (`state save`)."""
        return self.usage.partition(" ")[0].replace("_", " ")

    @cached_property
    def words(self) -> tuple[tuple[str, str, str], ...]:
        """Positional options: name, count, and conversion by the client."""
        found = []
        for word in self.usage.split()[1:]:
            place, _, kind = word.partition(":")
            name = place.rstrip("?*+")
            found.append((name, place[len(name) :], kind))
        return tuple(found)

    @cached_property
    def other_names(self) -> dict[str, dict[str, Any]]:
        """Other names that clients use, with the arguments that they imply."""
        found: dict[str, dict[str, Any]] = {}
        for alias in self.aliases.split():
            name, _, implied = alias.partition(":")
            option, _, value = implied.partition("=")
            found[name] = {option: _value(value)} if implied else {}
        return found

    def option(self, name: str) -> Parameter:
        """One option by the name that faces have for it; `method:name` is one of another method."""
        method, _, other = name.partition(":")
        if other:
            return options_of(method)[other]
        declared = options_of(self.of_page).items()
        known = {FACE_NAMES.get(f"{self.of_page}.{n}", n): option for n, option in declared}
        found = OWN.get(f"{self.name}.{name}") or known.get(name) or OWN.get(name)
        if found is None:
            raise KeyError(f"{self.name} has no option {name}")
        return replace(found, name=name, doc=TARGET_FORMS if name in AIMS else found.doc)

    @cached_property
    def for_models(self) -> tuple[Parameter, ...]:
        """The options as a model has them; one that is an object has the others as members."""
        names = [*self.options.split(), *self.models.split()]
        found = [p for name in names for p in for_models(self.tool, self.name, self.option(name))]
        inner = tuple(each for each in found if each.name not in BESIDE)
        return tuple(
            replace(each, fields=(*inner, *each.fields)) if each.name == HOLDER else each
            for each in found
        )

    @cached_property
    def for_shell(self) -> tuple[Parameter, ...]:
        """The options as the command line has them."""
        places = [name for name, _, _ in self.words if name not in self.options.split()]
        names = [*places, *self.options.split(), *self.shell.split()]
        return tuple(self.option(name) for name in dict.fromkeys(names))

    @cached_property
    def for_functions(self) -> tuple[Parameter, ...]:
        """The options as function tools have them."""
        names = self.function.get("options", "").split()
        return tuple(for_functions(self.name, self.option(name)) for name in names)

    @cached_property
    def handler(self) -> Handler:
        """The function that does it; imported when it is needed."""
        module, _, function = self.run.partition(".")
        found: Handler = getattr(import_module(f"viewmark.calls.{module}"), function)
        return found


def _value(text: str) -> Any:
    """A value of an alias: JSON, or a word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


@dataclass(slots=True, kw_only=True)
class Invocation:
    """A checked call, and the session that it belongs to."""

    session: Any
    """A `CallSession`, with additions of the face's session."""
    call: Call
    args: dict[str, Any]
    """Options by the names of the faces."""
    changes: ChangeMode = "none"
    """Whether the answer reports changes of the page."""
    progress: Callable[[float, str], Awaitable[None]] | None = None
    """Reports the progress of a long call to the client."""

    @property
    def title(self) -> str:
        """How the face calls it."""
        return str(self.session.title_of(self.call))

    def needed(self, name: str) -> Any:
        """An option that this call cannot do without.

        Raises:
            InvalidOption: it is missing.
        """
        if self.args.get(name) is None:
            raise InvalidOption(f"{self.title} needs `{name}`.", param=name)
        return self.args[name]

    def options(self, *names: str) -> dict[str, Any]:
        """The arguments under the names of the method, without meaningless ones.

        Args:
            *names: only these options of the method, if any are named.
        """
        found: dict[str, Any] = {}
        for name, option in options_of(self.call.of_page).items():
            own = FACE_NAMES.get(f"{self.call.of_page}.{name}", name)
            if names and name not in names:
                continue
            if name in AIMS:
                value = self.session.target_of(self)
                if value is None and option.is_required and self.call.of_page != "type":
                    raise self.session.lacks_target(self)
                found[name] = value
            elif self.args.get(own) is not None:
                found[name] = self.args[own]
            elif option.is_required and name not in self.call.fixed:
                self.needed(own)
        if isinstance(found.get("modifiers"), list):
            found["modifiers"] = [
                key for each in found["modifiers"] for key in each.split("+") if key
            ]
        return found | dict(self.call.fixed)

    async def tab(self, *, checked: bool | None = None) -> OpenTab:
        """The tab that is meant, which shows nothing that may not be opened."""
        tab: OpenTab = await self.session.tab_of(self)
        if self.call.checked if checked is None else checked:
            self.session.tabs.check(tab)
        tab.page.changes = self.changes
        return tab

    def with_blocked(self, facts: dict[str, Any]) -> dict[str, Any]:
        """The facts, with the refused requests since the last call."""
        rows = self.session.tabs.blocked()
        return facts | ({"blocked": rows} if rows else {})
