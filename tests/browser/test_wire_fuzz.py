"""Fuzzing of input from the browser with Hypothesis: results of page scripts and CDP messages.

Whatever a page or a browser sends, a call returns a valid result or raises a documented error, the
receive loop continues, and no traceback is printed to stderr. `VIEWMARK_FUZZ=100000` sets the
number of examples per test; the default is small.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from fakes import FakeSession
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from viewmark.browser import settling
from viewmark.browser.actions import click_point, fields, pointer, scroll
from viewmark.browser.actions.results import ElementSummary, ScrollDelta
from viewmark.browser.capture import mask
from viewmark.browser.cdp.codec import decode_message
from viewmark.browser.cdp.connection import Connection
from viewmark.browser.cdp.pipe import Pipe
from viewmark.browser.discovery import discover, dom_view, outline, selector_query
from viewmark.browser.page_target import PageTarget
from viewmark.browser.telemetry import Telemetry
from viewmark.drawmode.guard import Guard
from viewmark.elements.model import Element
from viewmark.errors import ViewmarkError

few = settings(
    max_examples=int(os.environ.get("VIEWMARK_FUZZ", "25")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
)

KEYS = """
    id control tag bounds boxes points share occluded disabled inDialog role name text selector
    hint state testId domId ariaLabel context path aim value valueState options optionCount
    checked said target status point scrolled moved pinch over opens isOut at hit frame frames dx
    dy x y container kind type focused accepted selected held headings forms fields level tree
    kept total omitted notRendered characters children visibleRatio hidden visible elements about
    regions ink width height scrollX scrollY dpr viewChanged owners shifts images layout settled
    ms fonts counts ids invalid candidates verdict met focus message url title readyState changed
    pen mode offset unseen inViewport cut
"""
"""Keys in the results of our page scripts."""

numbers = st.one_of(
    st.integers(-(2**63), 2**64 - 1),
    st.integers(-2, 70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([1e308, -1e308, 0.5, 2.0**53]),
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    numbers,
    st.text(max_size=12),
    st.sampled_from(["ok", "gone", "none", "text", "picked", "\ud800", "\u202e", "x" * 5000, "12"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.dictionaries(st.sampled_from(KEYS.split()), inner, max_size=8),
        st.lists(numbers, min_size=4, max_size=8),
    ),
    max_leaves=25,
)
"""Any JSON value that the codec accepts: no infinities and no NaN."""


def is_sane(value: object) -> bool:
    """Check that a value can be serialized as JSON with finite numbers only."""
    json.dumps(value, allow_nan=False)
    return True


@few
@given(values, values)
def test_records_of_elements_are_checked_or_dropped(found: Any, about: Any) -> None:
    sound = {"id": 3, "bounds": [0, 0, 9, 9]}
    for record in (found, {**(found if isinstance(found, dict) else {}), **sound}):
        element = Element.from_wire(record, about)
        if element is not None:
            assert is_sane(element.to_json())
            assert math.isfinite(element.bounds.area)


class _Answers:
    """Results of page scripts, returned one after another; the last one is repeated."""

    def __init__(self, answers: list[Any]) -> None:
        self.left = list(answers)
        self.asked = 0

    def __call__(self, params: dict[str, Any]) -> dict[str, Any]:
        if not params.get("returnByValue"):
            return {"result": {"objectId": "O"}}
        self.asked += 1
        if self.asked > 60:
            # A page could delay an action until its timeout; this simulates the timeout.
            return {"exceptionDetails": {"text": "enough"}}
        value = self.left.pop(0) if len(self.left) > 1 else self.left[0]
        return {"result": {"value": value}}


async def page_that_answers(answers: list[Any], described: Any) -> PageTarget:
    fake = FakeSession(
        {
            "Runtime.callFunctionOn": _Answers(answers),
            "Runtime.getProperties": {"result": [{"name": "0", "value": {"objectId": "N"}}]},
            "DOM.describeNode": {"node": described},
            "DOM.getBoxModel": {"model": described},
        }
    )
    return await PageTarget.open(fake.session(timeout=1.0))


async def _find(page: PageTarget) -> object:
    found = await discover.discover(page)
    return [element.to_json() for element in found.elements]


async def _locate(page: PageTarget) -> object:
    spot = await click_point.find_click_point(page, page.main_frame, 3, limit=0.1, patience=0.0)
    return [*spot.pointer, *spot.pinch, [m.to_json() for m in spot.scrolled]]


async def _meet(page: PageTarget) -> object:
    met = await click_point.hit_test(page, 5, 5)
    return [*met.inner, met.node_id]


async def _field(page: PageTarget) -> object:
    return (await fields.field_at(page, page.main_frame, 3)).reply.to_json()


async def _ready(page: PageTarget) -> object:
    return (await fields.ready(page, page.main_frame, "all")).reply.to_json()


async def _choose(page: PageTarget) -> object:
    return (await fields.choose(page, page.main_frame, 3, [{"value": "a"}])).selected


async def _focus(page: PageTarget) -> object:
    _, reply = await pointer.focus_of(page)
    return reply.to_json() if reply else None


async def _outline(page: PageTarget) -> object:
    return (await outline.outline(page)).to_json()


async def _dom(page: PageTarget) -> object:
    return (await dom_view.dom_view(page)).to_json()


async def _settle(page: PageTarget) -> object:
    return (await settling.settle(page, timeout_s=0)).ms


async def _state(page: PageTarget) -> object:
    view = (await page.facts()).viewport
    return [view.width, view.height, view.scroll_x, view.scroll_y, view.device_scale_factor]


async def _query(page: PageTarget) -> object:
    return (await selector_query.find(page, "a >> b"))[1]


async def _count(page: PageTarget) -> object:
    return await selector_query.count(page, "a")


async def _scroll(page: PageTarget) -> object:
    return (await scroll.scroll_by(page, 0, 10)).to_json()


async def _mask(page: PageTarget) -> object:
    page.mask = ("#secret",)
    return [box.as_tuple() for box in (await mask.covered_boxes(page, watch=False)).boxes]


CONSUMERS: dict[Callable[[PageTarget], Awaitable[object]], str] = {
    _find: "facts elements about regions ink frames ms",
    _locate: "target status point scrolled pinch over hit took inert",
    _meet: "at hit id frame",
    _field: "said kind type focused",
    _ready: "said kind",
    _choose: "said status selected options held",
    _focus: "said frame id",
    _outline: "headings forms",
    _dom: "tree frames total kept omitted notRendered characters",
    _settle: "settled fonts images layout ms",
    _state: "url title readyState visible width height scrollX scrollY dpr",
    _query: "ids total candidates invalid",
    _count: "counts invalid",
    _scroll: "status moved container limits rested at hit",
    _mask: "boxes frames changed view",
}
"""The functions that read results of page scripts, and the keys that they read."""

shaped = st.one_of(
    values,
    st.lists(st.lists(numbers, min_size=4, max_size=4), max_size=3),
    st.lists(
        st.fixed_dictionaries(
            {},
            optional={
                "id": numbers,
                "visible": st.one_of(values, st.lists(numbers, min_size=4, max_size=4)),
                "pen": values,
                "bounds": st.lists(numbers, min_size=4, max_size=4),
                "children": values,
                "container": values,
                "dx": numbers,
                "level": numbers,
                "fields": values,
            },
        ),
        max_size=3,
    ),
)
"""Results of page scripts that are almost valid."""


@pytest.mark.parametrize("ask", CONSUMERS, ids=lambda ask: ask.__name__[1:])
@few
@given(data=st.data(), described=values)
def test_any_answer_of_a_page_gives_a_result_or_a_documented_error(
    ask: Callable[[PageTarget], Awaitable[object]], data: st.DataObject, described: Any
) -> None:
    parts = dict.fromkeys(CONSUMERS[ask].split(), shaped)
    answer = st.one_of(values, st.fixed_dictionaries({}, optional=parts))
    answers = data.draw(st.lists(answer, min_size=1, max_size=4))

    async def run() -> None:
        page = await page_that_answers(answers, described)
        try:
            assert is_sane(await ask(page))
        except ViewmarkError as error:
            assert is_sane(error.data)
        finally:
            await page.stop()

    asyncio.run(run())


@few
@given(values)
def test_words_about_elements_are_checked(reply: Any) -> None:
    frame: Any = type("Frame", (), {"id": "F", "loader_id": "L"})
    known = ElementSummary.from_wire(reply, frame)
    if known is not None:
        assert is_sane([known.to_json(), known.node_id, str(known)])
    assert is_sane([moved.to_json() for moved in ScrollDelta.from_wire(reply, frame)])


EVENTS = """
    Runtime.exceptionThrown Runtime.consoleAPICalled Log.entryAdded Network.requestWillBeSent
    Network.requestWillBeSentExtraInfo Network.responseReceived Network.loadingFinished
    Network.loadingFailed Page.frameAttached Page.frameDetached Page.frameNavigated
    Page.navigatedWithinDocument Page.lifecycleEvent Page.javascriptDialogOpening
    Page.javascriptDialogClosed Inspector.targetCrashed Target.attachedToTarget
    Target.detachedFromTarget Target.targetInfoChanged Runtime.bindingCalled
"""
PARAMETERS = """
    exceptionDetails exception text description value stackTrace callFrames url lineNumber
    columnNumber timestamp args type entry level requestId request headers method wallTime
    response redirectResponse status mimeType protocol encodedDataLength errorText blockedReason
    frameId frame id parentId parentFrameId loaderId name reason sessionId targetInfo targetId
    message payload
"""
payloads = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(PARAMETERS.split()), inner, max_size=8),
    ),
    max_leaves=25,
)
messages = st.one_of(
    payloads,
    st.fixed_dictionaries(
        {},
        optional={
            "id": st.one_of(st.integers(-1, 9), payloads),
            "method": st.one_of(st.sampled_from(EVENTS.split()), scalars),
            "params": payloads,
            "result": payloads,
            "error": payloads,
            "sessionId": st.one_of(st.just("S"), payloads),
        },
    ),
    st.builds(
        lambda method, params: {"method": method, "params": params},
        st.sampled_from(EVENTS.split()),
        st.dictionaries(st.sampled_from(PARAMETERS.split()), payloads, max_size=8),
    ),
)


@few
@given(st.lists(messages, max_size=6))
def test_no_message_of_the_browser_ends_the_receive_loop(received: list[Any]) -> None:
    problems: list[dict[str, Any]] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: problems.append(context)
        )
        pipe, theirs = Pipe.pair()
        connection = Connection(pipe, timeout=0.5)
        attached = {"sessionId": "S", "targetInfo": {"type": "page", "targetId": "T"}}
        connection._route({"method": "Target.attachedToTarget", "params": attached})
        session = connection._sessions["S"]
        page = PageTarget(session)
        session.on_event, session.on_child = page._on_event, page._on_child
        telemetry = Telemetry()
        for event, (_, handler) in telemetry.handlers.items():
            session.on(event, handler)
        for message in received:
            if isinstance(message, dict):
                connection._route(message)
                connection._route({**message, "sessionId": "S"})
        await asyncio.sleep(0)
        await connection.close()
        theirs.close()
        await page.stop()

    asyncio.run(run())
    assert not problems


@few
@given(
    st.sampled_from(EVENTS.split()[:8]),
    st.dictionaries(st.sampled_from(PARAMETERS.split()), payloads, max_size=9),
)
def test_telemetry_takes_note_of_anything(event: str, params: dict[str, Any]) -> None:
    telemetry = Telemetry()
    handlers = {event: handler for event, (_, handler) in telemetry.handlers.items()}
    handlers["Network.requestWillBeSent"]({"requestId": "1", "request": {"url": "http://a.test/"}})
    handlers[event](params)
    handlers[event](params | {"requestId": "1"})
    for ring in (telemetry.faults, telemetry.console, telemetry.requests):
        for entry in ring:
            told = (getattr(entry, name) for name in entry.__slots__ if "headers" not in name)
            assert is_sane([each for each in told if not isinstance(each, bytes)])


@few
@given(payloads, st.sampled_from(["text", "deep", "plain"]))
def test_what_an_overlay_sends_is_a_message_or_dropped(payload: Any, form: str) -> None:
    async def run() -> None:
        page = await page_that_answers([None], None)
        taken: list[object] = []
        shown = Guard(page)
        shown._on_message, shown._config = taken.append, {"binding": "vm1", "nonce": "secret"}
        text = {"text": json.dumps(payload), "deep": "[" * 60_000, "plain": str(payload)}[form]
        shown._on_called({"name": "vm1", "payload": text})
        shown._on_called({"name": "vm1", "payload": payload})
        shown._on_called({"name": payload, "payload": '{"n": "\\ud800"}'})
        shown._on_called({"name": "vm1", "payload": '{"n": "\\ud800"}'})
        assert not taken
        await page.stop()

    asyncio.run(run())


@few
@given(
    st.one_of(
        st.binary(max_size=60),
        st.recursive(
            st.sampled_from(["NaN", "Infinity", "-Infinity", "1e999", "9" * 400, "1", '"\\ud800"']),
            lambda inner: st.lists(inner, max_size=3).map(lambda parts: f"[{','.join(parts)}]"),
        ).map(str.encode),
        st.integers(1, 200_000).map(lambda depth: b'{"id":7,"result":' + b"[" * depth),
    )
)
def test_messages_that_the_fast_codec_refuses_bring_no_odd_numbers(data: bytes) -> None:
    assert is_sane(decode_message(data))
