"""The result of an action: the element hit, and the changes it caused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from viewmark.browser.actions.fields import Chosen, Typed
from viewmark.browser.actions.pointer import Outcome
from viewmark.browser.actions.results import ElementSummary
from viewmark.browser.actions.scroll import Scrolled
from viewmark.elements.model import State
from viewmark.page.changes import Changes, wire_of
from viewmark.text import quoted

_ALWAYS = ("focused", "selected")
"""Keys that the JSON form contains even if they are empty."""


_ASKS_OUTSIDE = (
    "asked for a program outside of the browser, which opens {}: addresses; "
    "if the tab takes no press now, open a new one"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionResult:
    """The result of an action, such as a click, drag or upload."""

    what: str
    outcome: Outcome
    """Effects: the hit and the focused element, scrolls, navigation, opened tabs."""
    point: tuple[float, float] | None = None
    """Position of the pointer in CSS px of the top viewport."""
    typed: Typed | None = None
    chosen: Chosen | None = None
    scrolled: Scrolled | None = None
    report: dict[str, Any] = field(default_factory=dict)
    """Details of some actions, keyed by JSON name, such as `changed` or `files`. The key
    `requests_pending` is the number of pending data requests that the action started; it is set
    only if requests are recorded."""
    changes: Changes | None = None
    """Changes on the page, if they are reported (`Page.changes`) and the page responds."""
    timings: dict[str, float] = field(default_factory=dict, compare=False)
    """Milliseconds: `waiting` until other actions on the page ended, then each stage (`aim`,
    `input`, `effect`, `state`), and `total`."""

    @classmethod
    def of(cls, what: str, outcome: Outcome, **more: Any) -> ActionResult:
        """Create the result of the action `what`."""
        return cls(what=what, outcome=outcome, **more)

    @property
    def hit(self) -> ElementSummary | None:
        """The control that was hit, typed into or chosen from, which may differ from `intended`."""
        return self.outcome.hit

    @property
    def intended(self) -> ElementSummary | None:
        """Target of a click or hover; None for points and for other actions."""
        return self.outcome.intended

    @property
    def state(self) -> State:
        """State of `hit` after the action (see `Outcome.state`); never the value of a secret."""
        return self.outcome.state

    @property
    def focused(self) -> ElementSummary | None:
        """The element that has the focus after the action."""
        return self.outcome.focused

    @property
    def navigated_to(self) -> str | None:
        """The page's URL, if it changed."""
        return self.outcome.navigated_to

    def __str__(self) -> str:
        return "; ".join([self.deed, *self.effects])

    @property
    def effects(self) -> list[str]:
        """The effects of the action, as phrases."""
        done, parts = self.outcome, list[str]()
        if self.what == "hover" and self.report.get("pointer") == "mouse":
            parts += ["by the mouse: a touch screen has no hover"]
        parts += [*self._refusal(), *self._states()]
        if "was" in self.report:
            parts.append(f"it was {self.report['was']!r}, is {self.report['is']!r}")
        parts += [
            f"scrolled {each.container} by {each.dx:g}, {each.dy:g}" for each in done.scrolled
        ]
        parts += [f"navigated to {done.navigated_to}"] if done.navigated_to is not None else []
        parts += ["a navigation is under way"] if done.navigating else []
        parts += [f"opened a dialog ({done.dialog['kind']})"] if done.dialog is not None else []
        parts += ["opened a file chooser"] if done.file_chooser is not None else []
        parts += [_ASKS_OUTSIDE.format(done.outside)] if done.outside else []
        parts += [f"opened {address}" for address in done.opened]
        parts += self._downloads()
        parts += ["the tab is closed"] if done.closed else []
        if self.changes is None and (waiting := self.report.get("requests_pending")):
            parts.append(f"{waiting} request{'s' if waiting > 1 else ''} for data under way")
        parts += ["the page is busy"] if done.busy else []
        return parts

    def _refusal(self) -> list[str]:
        if self.typed is not None and self.typed.accepted is False:
            return ["not accepted: the field holds something else"]
        if self.chosen is not None and not self.chosen.held:
            return ["not held: the page chose something else"]
        has_effect = self.changes is not None and bool(self.changes.lines)
        if (zones := self.report.get("drag", {}).get("candidates")) and not has_effect:
            names = ", ".join(f"{each['ref']} {quoted(each['name'])}" for each in zones)
            return [f"it stands where it stood; it could go to {names}"]
        if "offered" in self.report:
            return ["typed, none of its list chosen: the field may take the text back when left"]
        if "as_keys" in self.report:
            return ["as keys, which the page took where the focus was"]
        if "editor" in self.report:
            return ["in the cell's editor, which is open: Enter or a press elsewhere ends it"]
        if (self.outcome.replaced or self.outcome.no_click) and has_effect:
            return ["the page took it when the button went down"]
        if self.outcome.replaced:
            return ["no click came of it: the page replaced it while the button was down"]
        if self.outcome.no_click:
            return ["no click came of it"]
        return []

    def _downloads(self) -> list[str]:
        if self.outcome.download is not None and not self.outcome.downloads:
            return [f"began to download {self.outcome.download}"]
        return [
            f"downloaded {each.name} ({each.size} bytes) to {each.path}"
            if each.path is not None
            else f"download of {each.name} {each.state.replace('_', ' ')}"
            for each in self.outcome.downloads
        ]

    @property
    def deed(self) -> str:
        """A phrase for the action and its target."""
        hit, intended = self.outcome.hit, self.outcome.intended
        keys = f" {self.report['keys']}" if "keys" in self.report else ""
        if hit is None:
            return self.what + keys
        how = " by touch" if self.outcome.pointer == "touch" else ""
        words = f"{self.what}{keys and keys + ' on'} {hit}{how}"
        words += ", which is disabled" if hit.disabled else ""
        return f"{words} (aimed at {intended})" if intended not in (None, hit) else words

    def _states(self) -> list[str]:
        """Return phrases for the new state. Values are omitted, because this text may be logged."""
        plain_state = {
            key: each for key, each in self.state.items() if key not in ("value", "valueState")
        }
        mixed = [f"{key} {each}" for key, each in plain_state.items() if not isinstance(each, bool)]
        flags = [
            key if each else f"not {key}"
            for key, each in plain_state.items()
            if each in (True, False)
        ]
        return [f"now {', '.join(flags + mixed)}"] if plain_state else []

    def to_json(
        self, ref_of: Callable[[ElementSummary], str | None] | None = None
    ) -> dict[str, Any]:
        """Return the JSON form, without empty members.

        Args:
            ref_of: looks up the ref of a reported element.
        """
        done = self.outcome

        def reply(each: ElementSummary | None) -> dict[str, Any] | None:
            if each is None:
                return None
            ref = ref_of(each) if ref_of is not None else None
            return ({"ref": ref} if ref else {}) | each.to_json()

        row: dict[str, Any] = {"what": self.what, "hit": reply(done.hit)}
        if done.intended != done.hit:
            row["intended"] = reply(done.intended)
        if done.navigated_to is None and self.what not in ("hover", "scroll"):
            row["focused"] = reply(done.focused)
        row["state"] = dict(done.state)
        if self.point is not None:
            row["point"] = {"x": round(self.point[0], 1), "y": round(self.point[1], 1)}
        if self.typed is not None:
            row |= {"length": self.typed.length, "accepted": self.typed.accepted}
        if self.chosen is not None:
            row["selected"] = list(self.chosen.selected)
            row |= {} if self.chosen.held else {"held": False}
        scrolled = [each.to_json() for each in done.scrolled]
        row["scrolled"] = scrolled if self.scrolled is None else self.scrolled.to_json()
        for name in ("navigated_to", "dialog", "file_chooser", "outside", "download"):
            row[name] = getattr(done, name)
        row["opened"] = list(done.opened)
        row["not_open"] = done.not_open or None
        row["tabs"] = [each.to_json() for each in done.tabs]
        row["downloads"] = [each.to_json() for each in done.downloads]
        row["pointer"] = done.pointer if done.pointer != "mouse" else None
        for name in ("navigating", "replaced", "no_click", "closed", "busy"):
            row[name] = getattr(done, name) or None
        row = {k: v for k, v in row.items() if v not in (None, [], {}) or k in _ALWAYS}
        return row | self.report | wire_of(self.changes, self.timings)
