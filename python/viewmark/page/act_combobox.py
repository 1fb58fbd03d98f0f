"""Chooses options in custom lists: opens the list, clicks the option, and verifies the choice.

Supports ARIA comboboxes and the lists of Select2, React Select, MUI and Ant Design. An option that
is not shown is found with the list's own search field, or by scrolling the list.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from viewmark.browser import scripts, wire
from viewmark.browser.actions import fields
from viewmark.browser.actions import input as hand
from viewmark.browser.actions.click_point import find_click_point
from viewmark.browser.actions.keys import key_events, parse_keys
from viewmark.browser.actions.pointer import Outcome, press
from viewmark.browser.actions.results import ElementSummary
from viewmark.browser.frames.table import Frame
from viewmark.browser.node_gone import NodeGone
from viewmark.browser.page_target import PageTarget
from viewmark.elements.words import words
from viewmark.errors import ElementCovered, ElementNotVisible, NotSelectable

POLL = 0.05
OPENING, FILTERING, SETTLING = 2.0, 3.0, 1.5
"""Maximum seconds to wait: `OPENING` until a list opens, `FILTERING` until it is filtered,
`SETTLING` until the chosen option is shown."""
OFFERING = 0.5
"""Maximum seconds to wait for a list of suggestions."""
SCROLLING = 15.0
"""Maximum seconds to scroll a list in search of an option."""
IDLE = 6
"""Number of scrolls in a row without a new option after which a list counts as completely read."""
LEAVING = 0.6
"""Maximum seconds to wait for a list to close after an option was chosen."""
LISTED = 50
"""Maximum number of options that an error lists."""
DRAWN_ANEW = (ElementCovered, ElementNotVisible, NodeGone)
"""Errors raised by a click on an option if the list was re-rendered after it was read."""
TRIES = 3


@dataclass(frozen=True, slots=True)
class _Option:
    node_id: int
    label: str
    value: str
    selected: bool
    off: bool

    def json(self) -> dict[str, str]:
        return {"value": self.value or self.label, "label": self.label}


@dataclass(frozen=True, slots=True)
class _State:
    is_open: bool
    shown: tuple[str, ...]
    search: int
    options: tuple[_Option, ...]
    typed: int = 0
    """Number of characters in the list's search field."""
    is_several: bool = False
    """True if the list accepts several options."""
    chips: tuple[tuple[int, str], ...] = ()
    """Chosen options, each with the node of its remove button."""
    maker: int = 0
    """Node of the entry that creates a new option from the typed text; 0 if there is none."""


@dataclass(slots=True)
class Combobox:
    """A custom list on a page, operated by clicks and keys."""

    page: PageTarget
    frame: Frame
    node_id: int
    pressed: int
    """Number of the node that is clicked to open the list."""
    reply: ElementSummary
    is_free: bool
    """True if the field accepts any text, as a field with suggestions does."""
    is_off: bool
    is_secret: bool
    finds: bool
    """True for a search field, because its suggestions are not values to choose from."""
    may_make: bool = False
    """True if a missing label may be created as a new option, where the list supports that."""
    stays_open: bool = False
    """True if the list stayed open after a click on an option, as it accepts several."""

    async def choose(self, wanted: Sequence[dict[str, Any]]) -> tuple[Outcome, fields.Chosen]:
        """Choose the options one by one; if one is missing, close the list and raise.

        Raises:
            NotSelectable: the list or an option is disabled, or there is no such option; the error
                lists the candidates.
        """
        if self.is_off:
            raise NotSelectable(f"{self.reply} is disabled.", target=self.reply.to_json())
        if not wanted:
            raise NotSelectable(
                f"{self.reply} is a list that the page builds itself; it is not emptied by select.",
                hint="Press what empties it.",
                target=self.reply.to_json(),
            )
        await self._others_go()
        chosen: list[_Option] = []
        outcome = Outcome(hit=self.reply)
        for each in wanted:
            chips = {text for _, text in (await self._state()).chips}
            # the list may no longer contain the chosen option
            if (label := each.get("label")) in chips:
                chosen.append(_Option(0, label, "", selected=True, off=False))
                continue
            option, pressed = await self._pick(each)
            outcome = pressed or outcome
            chosen.append(option)

        def holds(now: _State) -> bool:
            is_several = now.is_several or self.stays_open
            return all(_holds(now, each, is_several=is_several) for each in chosen)

        held = await self._until(holds, SETTLING) is not None
        others = await self._drop([each.label for each in chosen], may_be_several=len(wanted) > 1)
        if others:
            held = await self._until(holds, SETTLING) is not None
        await self._close()
        if held:  # the choice is displayed, so it does not matter that the option was re-rendered
            outcome = replace(outcome, replaced=False, no_click=False)
        told = () if self.is_secret else tuple(each.json() for each in (*chosen, *others))
        return outcome, fields.Chosen(reply=self.reply, selected=told, held=held)

    async def _pick(self, wanted: dict[str, Any]) -> tuple[_Option, Outcome | None]:
        """Open the list and click the option; retry if the list is re-rendered meanwhile."""
        for tries_left in reversed(range(TRIES)):
            state = await self._opened(wanted)
            option = await self._found(state, wanted)
            if option.selected and state.is_several:
                return option, None
            outcome = await self._press(option.node_id, may_fail=tries_left > 0)
            if outcome is None:
                continue
            self.stays_open = (now := await self._state()).is_open
            if option.selected and self.stays_open and not _holds(now, option, is_several=True):
                continue  # the option was chosen already, so this click deselected it
            return option, outcome
        raise AssertionError("unreachable")

    async def _drop(self, labels: Sequence[str], *, may_be_several: bool) -> list[_Option]:
        """Deselect other options of a multiple-choice list; return those that remain."""
        state = await self._state()
        if state.is_several and not state.is_open:
            state = await self._opened({})
        tried = set[str]()
        may_be_several = may_be_several or state.is_several or self.stays_open
        while may_be_several or len(state.chips) > 1:
            # If chips show the chosen options, "selected" in the list may only mean "highlighted".
            is_listed = state.is_open and (state.is_several or not state.chips)
            options = [each for each in state.options if each.selected and is_listed]
            chips = [_Option(n, text, "", selected=True, off=False) for n, text in state.chips]
            others = [each for each in (*options, *chips) if each.label not in labels]
            new = next((each for each in others if each.label not in tried), None)
            if new is None:
                return others
            tried.add(new.label)
            if new not in options and state.is_open:
                await self._close()
            if not new.node_id:
                continue  # the page offers no way to deselect this option
            await self._press(new.node_id, may_fail=True)

            def is_gone(now: _State, label: str = new.label) -> bool:
                marked = any(each.selected and each.label == label for each in now.options)
                return not marked and all(label != text for _, text in now.chips)

            await self._until(is_gone, SETTLING)
            state = await self._state()
        return []

    async def confirm(self, label: str) -> tuple[fields.Chosen | None, tuple[str, ...]]:
        """Choose the option that equals the typed text, or return the labels in the list."""
        if self.finds or self.is_secret or not label:
            return None, ()
        state = await self._until(lambda now: bool(now.options or now.maker), OFFERING)
        if state is None:
            return None, ()
        option = await self._press_typed({"label": label})
        if option is None:
            return None, tuple(each.label for each in (await self._state()).options[:LISTED])
        held = await self._until(lambda now: _holds(now, option, is_several=False), SETTLING)
        await self._close()
        chosen = fields.Chosen(reply=self.reply, selected=(option.json(),), held=held is not None)
        return chosen, ()

    async def _press_typed(self, wanted: dict[str, Any]) -> _Option | None:
        """Click the option for the typed text; return None if it is missing or disabled."""
        for tries_left in reversed(range(TRIES)):
            option = await self._came(wanted, SETTLING)
            if option is None or option.off:
                return None
            if await self._press(option.node_id, may_fail=tries_left > 0):
                return option
        raise AssertionError("unreachable")

    async def _opened(self, wanted: dict[str, Any]) -> _State:
        """Open the list if needed, by a click, the arrow key or typing; return its state."""
        state = await self._state()
        if state.is_open and state.options:
            return state

        def is_open(now: _State) -> bool:
            return bool(now.options or (now.maker and self.may_make))

        for way in (partial(self._press, self.pressed), partial(self._key, "ArrowDown")):
            await way()
            if (opened := await self._until(is_open, OPENING)) is not None:
                return opened
        field, label = (await self._state()).search, wanted.get("label", wanted.get("value"))
        if field and isinstance(label, str) and label:
            await self._type(field, label)
            if (opened := await self._until(is_open, FILTERING)) is not None:
                return opened
            await self._erase(label)
        raise NotSelectable(
            f"{self.reply} showed no options when it was pressed.",
            hint="Look at the page: what it opens may be no list.",
            target=self.reply.to_json(),
        )

    async def _others_go(self) -> None:
        """Wait briefly until another control's list closes, to avoid mistaking it for this one."""
        for _ in range(round(LEAVING / POLL)):
            if not await scripts.call(self.page, self.frame, "comboForeign", self.node_id):
                return
            await asyncio.sleep(POLL)

    async def _found(self, state: _State, wanted: dict[str, Any]) -> _Option:
        """Return the option, searching or scrolling the list if needed.

        Raises:
            NotSelectable: the list has no such option.
        """
        seen: dict[str, _Option] = {each.label: each for each in state.options}
        option = _match(state.options, wanted)
        label = wanted.get("label", wanted.get("value"))
        if option is None and state.search and isinstance(label, str):
            option = await self._searched(state, label, wanted)
        moves, end = 0, asyncio.get_running_loop().time() + SCROLLING
        is_whole, idle = True, 0
        while option is None and idle < IDLE and await self._scrolled(is_first=moves == 0):
            if asyncio.get_running_loop().time() > end:
                is_whole = False
                break
            moves += 1
            await asyncio.sleep(POLL)
            now = await self._state()
            before = len(seen)
            seen |= {each.label: each for each in now.options}
            idle = 0 if len(seen) > before else idle + 1
            option = _match(now.options, wanted)
        if option is None or option.off:
            await self._close()
            known = [] if self.is_secret else list(seen.values())
            shown = ", ".join(repr(each.label) for each in known[:20]) or "none"
            what = "has no such option" if option is None else "has that option disabled"
            if not is_whole:
                what += f" among the {len(seen):,} that came in {SCROLLING:g} s of scrolling"
            raise NotSelectable(
                f"{self.reply} {what}; it has {shown}.",
                target=self.reply.to_json(),
                candidates=[each.json() for each in known[:LISTED]],
            )
        return option

    async def _searched(self, state: _State, label: str, wanted: dict[str, Any]) -> _Option | None:
        """Type the label and return the matching option; if none appears, remove the typed text."""
        await self._type(state.search, label)
        if (option := await self._came(wanted, FILTERING)) is not None:
            return option
        await self._erase(label)
        before = {each.label for each in state.options}
        await self._until(lambda now: before <= {each.label for each in now.options}, SETTLING)
        return None

    async def _came(self, wanted: dict[str, Any], limit: float) -> _Option | None:
        """Wait for the option; fall back to the entry that creates it, if that is allowed."""
        now = await self._until(lambda now: _match(now.options, wanted) is not None, OFFERING)
        if now is None:
            now = await self._until(lambda now: self._best(now, wanted) is not None, limit)
        return None if now is None else self._best(now, wanted)

    def _best(self, now: _State, wanted: dict[str, Any]) -> _Option | None:
        """Return the wanted option or, if allowed, the entry that creates it from typed text."""
        option = _match(now.options, wanted)
        if option is None and now.maker and self.may_make:
            label = wanted.get("label", "")
            return _Option(now.maker, " ".join(label.split()), "", selected=False, off=False)
        return option

    async def _type(self, field: int, text: str) -> None:
        await fields.focus(self.page, self.frame, field)
        # in an empty search field, the keys would delete the chosen chips
        if (await self._state()).typed:
            await self._key("ControlOrMeta+A")
        await hand.insert_text(self.page, text)

    async def _erase(self, text: str) -> None:
        for _ in text:
            if not (await self._state()).typed:
                return
            await self._key("Backspace")

    async def _scrolled(self, *, is_first: bool) -> bool:
        asked = ("comboMore", self.node_id, is_first)
        return await scripts.call(self.page, self.frame, *asked) is True

    async def _close(self) -> None:
        if (await self._state()).is_open:
            await self._key("Escape")
            await self._until(lambda now: not now.is_open, LEAVING)

    async def _press(self, node_id: int, *, may_fail: bool = False) -> Outcome | None:
        """Click an element.

        With `may_fail`, return None if the element was re-rendered, so that callers can retry.
        """
        try:
            spot = await find_click_point(self.page, self.frame, node_id, arm=True)
            return await press(self.page, spot)
        except DRAWN_ANEW:
            if not may_fail:
                raise
            return None

    async def _key(self, key: str) -> None:
        await hand.send_keys(self.page, key_events(parse_keys(key)))

    async def _until(self, is_so: Callable[[_State], bool], limit: float) -> _State | None:
        """Return the state once it meets a condition; None on timeout or if a dialog is open."""
        clock = asyncio.get_running_loop().time
        end = clock() + limit
        while True:
            now = await self._state()
            if is_so(now):
                return now
            if clock() > end or self.page.dialog is not None:
                return None
            await asyncio.sleep(POLL)

    async def _state(self) -> _State:
        told = wire.record(await scripts.call(self.page, self.frame, "comboState", self.node_id))
        rows = (
            [*wire.list_items(r), *[None] * 5][:5] for r in wire.list_items(told.get("options"))
        )
        return _State(
            is_open=told.get("open") is True,
            shown=tuple(words(each, 200) for each in wire.list_items(told.get("shown"))),
            search=wire.whole(told.get("search")),
            options=tuple(
                _Option(
                    wire.whole(n), words(label, 200), words(value, 200), on is True, off is True
                )
                for n, label, value, on, off in rows
            ),
            typed=wire.whole(told.get("typed")),
            maker=wire.whole(told.get("makes")),
            is_several=told.get("several") is True,
            chips=tuple(
                (wire.whole(each[0]), words(each[1], 200))
                for each in map(wire.list_items, wire.list_items(told.get("chips")))
                if len(each) == 2
            ),
        )


def _match(options: Sequence[_Option], wanted: dict[str, Any]) -> _Option | None:
    """Return the option with this index, label or value; an exact match has priority over case."""
    if "index" in wanted:
        at = wanted["index"]
        return options[at] if 0 <= at < len(options) else None
    label, value = wanted.get("label"), wanted.get("value")

    def fits(each: _Option, fold: Callable[[str], str]) -> bool:
        is_label = label is None or fold(each.label) == fold(" ".join(label.split()))
        return is_label and (value is None or fold(value) in (fold(each.value), fold(each.label)))

    for fold in (str, str.casefold):
        found = [each for each in options if fits(each, fold)]
        if len(found) == 1 or (found and fold is str):
            return found[0]
    return None


def _holds(now: _State, chosen: _Option, *, is_several: bool) -> bool:
    """Return True if the combobox or its list shows the option as chosen."""
    label = chosen.label.casefold()
    if any(label == each.casefold() for each in now.shown):
        return True
    if any(label == text.casefold() for _, text in now.chips):
        return True
    is_marked = any(each.selected and each.label == chosen.label for each in now.options)
    return is_marked and (is_several or not now.is_open)


async def combobox_at(page: PageTarget, frame: Frame, node_id: int) -> Combobox | None:
    """Return the combobox that an element is, labels or contains; None if there is none."""
    told = await scripts.call(page, frame, "comboAt", node_id)
    if not isinstance(told, dict):
        return None
    reply = ElementSummary.from_wire(told.get("summary"), frame)
    if reply is None:
        return None
    return Combobox(
        page=page,
        frame=frame,
        node_id=wire.whole(told.get("id")),
        pressed=wire.whole(told.get("press")),
        reply=reply,
        is_free=told.get("free") is True,
        is_off=told.get("off") is True,
        finds=told.get("finds") is True,
        is_secret=told.get("secret") is True,
    )
