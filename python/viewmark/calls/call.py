"""A call that front ends offer (`Call`), and one invocation of it (`Invocation`).

This module imports little, because command-line clients of a session import it on each start.
"""

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
"""Options given next to `annotate`, never inside it; all others may also be its members."""
AIMS = ("target", "source")
"""Options for which a model may give a ref, label, selector or point."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call for programs, models and users, with its options and its names in each front end."""

    name: str
    summary: str
    """Purpose in one line."""
    method: str = ""
    """The `Page` method that is called and that declares the options; by default, the call's
    name.
    """
    options: str = ""
    """Names of options of all front ends; `method:name` refers to an option of another method."""
    run: str = "method.call"
    """Module and function of this package that run the call; by default, they just call the
    method.
    """
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Values of options that the call itself sets, keyed by option."""
    checked: bool = True
    """True if the call is refused while the tab shows a document that the session must not open."""
    tool: str = ""
    """The MCP tool that offers the call; empty if none does."""
    what: str = ""
    """Value of `what` in that tool, if it differs from the name of the call."""
    models: str = ""
    """Names of options that are offered only to models."""
    aliases: str = ""
    """Other names that clients use, each with an argument if it implies one: `tap`, `x:count=3`."""
    hint: str = ""
    """Text for the description of the tool; empty if the name is sufficient."""
    facts_only: bool = False
    """True if models get the data as JSON instead of the text."""
    usage: str = ""
    """The verb of the command line (`_` is a space), followed by its positional options:
    `click target`, `upload target files+:input`. Empty if there is no verb."""
    shell: str = ""
    """Names of options that are offered only on the command line."""
    group: str = ""
    """Heading of the help section that lists the call."""
    starts: bool = False
    """True if the call starts a session if there is none."""
    queued: bool = True
    """True if the call waits until other calls have ended; calls that wait long or unblock a page
    do not.
    """
    acts: bool = False
    """True if the call accepts `--look` and reports changes."""
    arrives: bool = False
    """True if the call reports the page to which it leads."""
    more: str = ""
    """Additional sentences for the help."""
    function: Mapping[str, str] = field(default_factory=dict)
    """The function tool: `name`, `options`, and the `description` for models; empty if no function
    tool offers the call."""

    @property
    def of_page(self) -> str:
        """The name of the method of `Page`."""
        return self.method or self.name

    @cached_property
    def verb(self) -> str:
        """The verb on the command line: one word, or two (`state save`)."""
        return self.usage.partition(" ")[0].replace("_", " ")

    @cached_property
    def words(self) -> tuple[tuple[str, str, str], ...]:
        """Positional options: name, quantifier (`?`, `*`, `+`), and conversion by the client."""
        found = []
        for word in self.usage.split()[1:]:
            place, _, kind = word.partition(":")
            name = place.rstrip("?*+")
            found.append((name, place[len(name) :], kind))
        return tuple(found)

    @cached_property
    def other_names(self) -> dict[str, dict[str, Any]]:
        """Other names that clients use, each with the arguments that it implies."""
        found: dict[str, dict[str, Any]] = {}
        for alias in self.aliases.split():
            name, _, implied = alias.partition(":")
            option, _, value = implied.partition("=")
            found[name] = {option: _value(value)} if implied else {}
        return found

    def option(self, name: str) -> Parameter:
        """Return an option by its front-end name; `method:name` is an option of another method."""
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
        """The options for models; those not in `BESIDE` are also members of `annotate`."""
        names = [*self.options.split(), *self.models.split()]
        found = [p for name in names for p in for_models(self.tool, self.name, self.option(name))]
        inner = tuple(each for each in found if each.name not in BESIDE)
        return tuple(
            replace(each, fields=(*inner, *each.fields)) if each.name == HOLDER else each
            for each in found
        )

    @cached_property
    def for_shell(self) -> tuple[Parameter, ...]:
        """The options for the command line."""
        places = [name for name, _, _ in self.words if name not in self.options.split()]
        names = [*places, *self.options.split(), *self.shell.split()]
        return tuple(self.option(name) for name in dict.fromkeys(names))

    @cached_property
    def for_functions(self) -> tuple[Parameter, ...]:
        """The options for function tools."""
        names = self.function.get("options", "").split()
        return tuple(for_functions(self.name, self.option(name)) for name in names)

    @cached_property
    def handler(self) -> Handler:
        """The function that runs the call, imported on first use."""
        module, _, function = self.run.partition(".")
        found: Handler = getattr(import_module(f"viewmark.calls.{module}"), function)
        return found


def _value(text: str) -> Any:
    """Convert the value of an alias: as JSON if it is valid JSON, otherwise as a string."""
    try:
        return json.loads(text)
    except ValueError:
        return text


@dataclass(slots=True, kw_only=True)
class Invocation:
    """A call with validated arguments, and the session to which it belongs."""

    session: Any
    """A `CallSession`, which a front end may extend."""
    call: Call
    args: dict[str, Any]
    """Arguments, keyed by the names that the front ends use."""
    changes: ChangeMode = "none"
    """Whether the result reports changes of the page, and up to which length."""
    progress: Callable[[float, str], Awaitable[None]] | None = None
    """Function that reports the progress of a long call to the client."""

    @property
    def title(self) -> str:
        """The name of the call in the front end."""
        return str(self.session.title_of(self.call))

    def needed(self, name: str) -> Any:
        """Return a required option.

        Raises:
            InvalidOption: the option is missing.
        """
        if self.args.get(name) is None:
            raise InvalidOption(f"{self.title} needs `{name}`.", param=name)
        return self.args[name]

    def options(self, *names: str) -> dict[str, Any]:
        """Return the arguments that are set, keyed by parameter name of the method.

        Args:
            *names: names of the options to return; if omitted, all options.
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
        """Return the tab of the call, after checking that the tab may be accessed."""
        tab: OpenTab = await self.session.tab_of(self)
        if self.call.checked if checked is None else checked:
            self.session.tabs.check(tab)
        tab.page.changes = self.changes
        return tab

    def with_blocked(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Add the requests that were blocked since the last call to the data of a result."""
        rows = self.session.tabs.blocked()
        return facts | ({"blocked": rows} if rows else {})
