"""State of a tab and of a document: one object per owning module, identified by its class.

Only the owning module writes the object. `of` creates the object on first use. Objects are dropped
with the tab (`PageState`) or with the document (`WorldState`), or earlier as listed in the last
column.

| object | owner (under `viewmark`) | contents | dropped earlier on |
|---|---|---|---|
| **of a tab** | | | |
| `CaptureState` | `browser.capture.screenshot` | scale factors, screencast state | its captures |
| `UnderWay` | `browser.capture.under_way` | captures that were sent | the browser's reply |
| `MaskState` | `browser.capture.mask` | last view, document with secrets | another document |
| `MotionState` | `browser.capture.motion` | elements known to move | another document |
| `RootState` | `browser.discovery.closed_roots` | searches that found closed roots | - |
| `Downloads` | `browser.downloads` | downloads of the page's browser | - |
| `Interception` | `browser.emulation.interception` | rules for requests | - |
| `MetricsState` | `browser.emulation.metrics` | sizes: current, initial, window | a reset |
| `Overrides` | `browser.emulation.overrides` | commands sent to all sessions | `drop` |
| `HungFrames` | `browser.frames.hung` | frames that did not reply | their reply, or 30 s |
| `Held` | `browser.actions.input` | buttons and keys that are down | their release |
| `AimState` | `browser.actions.click_point` | callback before a press | the next action |
| `Confinement` | `browser.confinement.confinement` | where its browser may connect | - |
| `OpenedTabs` | `browser.opened_tabs` | tabs that were already reported | - |
| `LastInput` | `browser.settling` | last input, and the page's state of rest | the next input |
| `Queue` | `browser.page_lock` | actions that wait for the tab | - |
| `Guard` | `drawmode.guard` | draw mode's guard in the page | - |
| `Emulate` | `page.emulate` | emulated device properties | a reset |
| `FirstEmulation` | `page.emulate` | emulation that it was opened with | - |
| `HoldState` | `page.locked` | callback that permits actions | draw mode's end |
| `Recorder` | `page.recorder` | the last steps | `restart` |
| `Platform` | `page.resolve` | whether the browser runs on a Mac | - |
| **of a document** | | | |
| `DocumentState` | `browser.freshness` | replies of its revision | a new revision |
| `InternalsState` | `browser.discovery.internals` | internals of custom elements | - |
| `ListenerState` | `browser.discovery.listeners` | nodes with listeners | - |
| `FrameOwners` | `browser.frames.geometry` | elements that own frames | - |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class OwnerState:
    """A collection with at most one object of each class."""

    __slots__ = ("_objects",)

    def __init__(self) -> None:
        self._objects: dict[type, object] = {}

    def of(self, kind: type[T], make: Callable[[], T] | None = None) -> T:
        """Return the object of a class; if missing, create it (by `make`, if given)."""
        found = self._objects.get(kind)
        if not isinstance(found, kind):
            found = self._objects[kind] = kind() if make is None else make()
        return found

    def get(self, kind: type[T]) -> T | None:
        """Return the object of a class, or None."""
        found = self._objects.get(kind)
        return found if isinstance(found, kind) else None

    def put(self, value: object) -> None:
        """Store an object, replacing any object of the same class."""
        self._objects[type(value)] = value

    def drop(self, kind: type) -> None:
        """Remove the object of a class."""
        self._objects.pop(kind, None)


class PageState(OwnerState):
    """State of one tab; dropped when the tab is closed."""


class WorldState(OwnerState):
    """State of one document in our isolated world; dropped with the document."""
