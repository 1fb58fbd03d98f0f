"""State of a tab and of a document: one object for each owner, of a class of the owner's own.

An owner is the module that writes the object; nobody else does. `of` makes it when it is first
asked for. What is remembered ends with the tab (`PageState`) or with the document (`WorldState`),
or before that as the last column says.

| object | owner (under `viewmark`) | what it holds | what ends it before |
|---|---|---|---|
| **of a tab** | | | |
| `CaptureState` | `browser.capture.screenshot` | factors, patience, a screencast | its captures |
| `UnderWay` | `browser.capture.under_way` | captures that were sent | the browser's answer |
| `MaskState` | `browser.capture.mask` | the last picture, who showed a secret | another document |
| `MotionState` | `browser.capture.motion` | what is known to move | another document |
| `RootState` | `browser.discovery.closed_roots` | how often closed roots were found | - |
| `Downloads` | `browser.downloads` | downloads of the page's browser | - |
| `Interception` | `browser.emulation.interception` | rules for requests | - |
| `MetricsState` | `browser.emulation.metrics` | sizes now, when opened, of the window | a reset |
| `Overrides` | `browser.emulation.overrides` | commands that all sessions get | `drop` |
| `HungFrames` | `browser.frames.hung` | frames that did not answer | 3 seconds |
| `Held` | `browser.actions.input` | buttons and keys that are down | their release |
| `AimState` | `browser.actions.click_point` | who looks before a press | the next action |
| `Confinement` | `browser.confinement.confinement` | where its browser may go | - |
| `OpenedTabs` | `browser.opened_tabs` | tabs that were reported already | - |
| `LastInput` | `browser.settling` | the last input, and how the page came to rest | the next |
| `Queue` | `browser.page_lock` | whose turn it is to act | - |
| `Guard` | `drawmode.guard` | draw mode's guard in the page | - |
| `Emulate` | `page.emulate` | what the page believes of its device | a reset |
| `FirstEmulation` | `page.emulate` | what it was opened with of that | - |
| `HoldState` | `page.locked` | who decides whether actions may act | draw mode's end |
| `Recorder` | `page.recorder` | the last steps | `restart` |
| `Platform` | `page.resolve` | whether the browser runs on a Mac | - |
| **of a document** | | | |
| `DocumentState` | `browser.freshness` | its revision's answers | a new revision |
| `InternalsState` | `browser.discovery.internals` | what custom elements keep to themselves | - |
| `ListenerState` | `browser.discovery.listeners` | nodes with listeners | - |
| `FrameOwners` | `browser.frames.geometry` | which element holds which frame | - |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class OwnerState:
    """One object of each class."""

    __slots__ = ("_objects",)

    def __init__(self) -> None:
        self._objects: dict[type, object] = {}

    def of(self, kind: type[T], make: Callable[[], T] | None = None) -> T:
        """The object of that class; made first, by `make` where it takes arguments."""
        found = self._objects.get(kind)
        if not isinstance(found, kind):
            found = self._objects[kind] = kind() if make is None else make()
        return found

    def get(self, kind: type[T]) -> T | None:
        """The object of that class, where there is one."""
        found = self._objects.get(kind)
        return found if isinstance(found, kind) else None

    def put(self, value: object) -> None:
        """Remember it in place of the one of its class."""
        self._objects[type(value)] = value

    def drop(self, kind: type) -> None:
        """Forget the object of that class."""
        self._objects.pop(kind, None)


class PageState(OwnerState):
    """State of one tab; dropped with it."""


class WorldState(OwnerState):
    """State of one document, in our isolated world; dropped with it."""
