"""Every interactive element gets exactly one mark at the right place, and nothing else does.

The reference is the page's own attribute (`data-mark`) for what must be found, and Chromium for
where: its hit test, its IntersectionObserver, its accessibility tree.
"""

from __future__ import annotations

import asyncio
from collections import Counter

import oracle
import pytest
import pytest_asyncio
from browser.finding import SITUATIONS, mark_of, marks_of, seen_on, serve_pages, wanted_marks
from sent_commands import sent_to
from webserver import LocalSite

from viewmark.browser import scripts
from viewmark.browser.actions.navigation import goto
from viewmark.browser.discovery.discover import discover
from viewmark.browser.frames.geometry import FRAME_STEP
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.browser.page_target import PageTarget
from viewmark.errors import InvalidSelector

OUT_OF_SIGHT = {
    "frames": {"clipped-2", "covered-1", "gone-1", "gone-2", "below-1", "below-2"},
}
"""Elements that their frame's context hides: clipped, covered, not rendered, scrolled away."""


@pytest_asyncio.fixture(loop_scope="session")
async def situation(chromium: ChromeBrowser, site: LocalSite):
    serve_pages(site)
    opened = []

    async def open_page(name: str) -> PageTarget:
        page = await chromium.page(site.url(f"/{name}.html"))
        opened.append(page)
        await page.settle_frames()  # the oracle only reads the page's known frames
        # Content of `content-visibility: auto` is only rendered once a frame was drawn.
        drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        await page.session.send("Runtime.evaluate", {"expression": drawn, "awaitPromise": True})
        return page

    yield open_page
    for page in opened:
        await page.close()


@pytest.mark.parametrize("name", SITUATIONS)
async def test_each_wanted_element_gets_one_mark_and_nothing_else_does(situation, name) -> None:
    page = await situation(name)
    found = await seen_on(page, max_annotations=100)
    wanted = set(await wanted_marks(page)) - OUT_OF_SIGHT.get(name, set())
    assert Counter(await marks_of(page, found)) == Counter(dict.fromkeys(wanted, 1))
    assert found.unreachable == ()


@pytest.mark.parametrize("name", [n for n in SITUATIONS if n != "frames"])
async def test_the_browsers_own_hit_test_meets_each_element_at_its_point(situation, name) -> None:
    page = await situation(name)
    found = await discover(page, max_annotations=100)
    truth = await oracle.read(page.session, [page.main_frame.id])
    assert found.elements
    for element in found.elements:
        frame = page.frames.get(element.handle.frame_id)
        if element.disabled or frame is None or frame.session is not page.session:
            continue  # the pointer may pass through it; other processes have their own test
        assert element.point is not None
        hit = await oracle.at_point(page.session, truth, element.point.x, element.point.y)
        assert hit is not None
        marks = [truth.nodes[n].attributes.get("data-mark") for n in truth.chain(hit)]
        labelled = [truth.nodes[n].attributes.get("for") for n in truth.chain(hit)]
        mark = await mark_of(page, element)
        assert mark in marks or any(labelled), (mark, marks)


_LAST_HIT = "function () { return document.documentElement.dataset.hit; }"


@pytest.mark.parametrize("name", SITUATIONS)
async def test_every_selector_finds_its_element_and_no_other(situation, name) -> None:
    page = await situation(name)
    found = await discover(page, max_annotations=100)
    for element in found.elements:
        assert element.selector, element
        *_, last = element.selector.split(FRAME_STEP)
        frame = page.frames.get(element.handle.frame_id)
        vm = await scripts.handle(page, frame)
        ids = await page.call(
            frame, "function (vm, s) { return Array.from(vm.queryAll(s), vm.idOf); }", vm, last
        )
        assert ids == [element.handle.node_id], element.selector


async def test_the_steps_into_frames_find_the_frames(situation) -> None:
    page = await situation("frames")
    found = await discover(page, max_annotations=100)
    for path in {e.frame for e in found.elements if e.frame}:
        *above, step = path.split(FRAME_STEP)
        outside = next(
            (e for e in found.elements if e.frame == (FRAME_STEP.join(above) or None)), None
        )
        assert outside is not None, path
        frame = page.frames.get(outside.handle.frame_id)
        vm = await scripts.handle(page, frame)
        tags = await page.call(
            frame, "function (vm, s) { return vm.queryAll(s).map((e) => e.localName); }", vm, step
        )
        assert tags == ["iframe"], path


async def test_presses_inside_frames_meet_the_element_that_was_found_there(situation) -> None:
    page = await situation("frames")
    found = await discover(page, max_annotations=100)
    tried = 0
    for element in found.elements:
        mark = await mark_of(page, element)
        frame = page.frames.get(element.handle.frame_id)
        if frame is None or "frame-inner" not in frame.url:
            continue
        point = element.point
        assert point is not None
        for kind in ("mousePressed", "mouseReleased"):
            await page.session.send(
                "Input.dispatchMouseEvent",
                {"type": kind, "x": point.x, "y": point.y, "button": "left", "clickCount": 1},
            )
        for _ in range(200):  # a frame of another process receives it later
            hit = await page.call(frame, _LAST_HIT)
            if hit == mark:
                break
        assert hit == mark
        tried += 1
    assert tried == 12


_INTERSECTION = """async function (vm, ids) {
  const nodes = ids.map((id) => vm.nodeOf(id));
  return await new Promise((done) => {
    const seen = new Map();
    const observer = new IntersectionObserver((entries) => {
      for (const e of entries) seen.set(e.target, e.intersectionRect);
      if (seen.size === new Set(nodes).size) {
        observer.disconnect();
        done(nodes.map((n) => { const r = seen.get(n); return [r.x, r.y, r.width, r.height]; }));
      }
    });
    for (const n of nodes) observer.observe(n);
  });
}"""


@pytest.mark.parametrize("name", ["native", "widgets", "handlers", "hidden", "nested", "modal"])
async def test_bounds_are_what_intersection_observer_sees_of_the_element(situation, name) -> None:
    page = await situation(name)
    found = await discover(page, max_annotations=100)
    vm = await scripts.handle(page, None)
    ids = [e.handle.node_id for e in found.elements]
    boxes = await page.call(None, _INTERSECTION, vm, ids)
    # Chrome's observer ignores clip-path, overflowing children and covering elements.
    odd = {"half-path", "zero-link", "half-covered"}
    for element, box in zip(found.elements, boxes, strict=True):
        if await mark_of(page, element) in odd:
            continue
        assert element.bounds.as_tuple() == pytest.approx(box, abs=1.01), element.name


async def test_several_situations_in_one_page_are_found_as_in_their_own(situation, site) -> None:
    names = [n for n in SITUATIONS if n not in ("frames", "modal", "native", "popover")]
    boxes = "".join(
        f'<iframe src="/{n}.html" width=1280 height=720 style="border:0;display:block"></iframe>'
        for n in names
    )
    site.put("/everything.html", f"<!doctype html><body style='margin:0'>{boxes}")
    page = await situation("everything")
    await page.session.send(
        "Emulation.setDeviceMetricsOverride",
        {"width": 1280, "height": 720 * len(names), "deviceScaleFactor": 1, "mobile": False},
    )
    wanted = await wanted_marks(page)
    found = await discover(page, max_annotations=100)
    assert len(wanted) > 100
    # A button without visible pixels is found only with the help of a capture.
    assert found.total_found == len(wanted) + 1
    assert found.truncated
    assert sum(found.omitted.values()) == len(wanted) + 1 - 100


async def test_marks_come_in_reading_order_and_right_to_left_in_such_pages(situation) -> None:
    page = await situation("rtl")
    found = await discover(page)
    assert await marks_of(page, found) == ["1", "2", "3", "4", "5"]


async def test_order_does_not_depend_on_the_order_in_the_document(page_of) -> None:
    def at(i: int) -> str:
        left, top = (i * 97) % 600, (i * 61) % 300
        return f"<button style='position:absolute;left:{left}px;top:{top}px'>b{i}</button>"

    one = await page_of("".join(at(i) for i in range(30)))
    other = await page_of("".join(at(i) for i in reversed(range(30))))
    first, second = await discover(one), await discover(other)
    places = [[e.bounds.as_tuple() for e in d.elements] for d in (first, second)]
    assert places[0] == places[1]


async def test_what_an_open_modal_dialog_covers_is_not_marked(situation) -> None:
    page = await situation("modal")
    found = await discover(page)
    assert [e.in_dialog for e in found.elements] == [True, True]


async def test_covered_elements_are_kept_and_flagged_on_request(page_of) -> None:
    page = await page_of(
        "<button>free</button><div style='position:relative'><button>under</button>"
        "<div style='position:absolute;inset:0;background:#fff'>cover</div></div>"
    )
    assert [e.name for e in (await discover(page)).elements] == ["free"]
    found = await discover(page, include_occluded=True)
    assert [(e.name, e.occluded, e.point is None) for e in found.elements] == [
        ("free", False, False),
        ("under", True, True),
    ]


async def test_a_partly_covered_element_stays_and_says_how_much_is_visible(situation) -> None:
    page = await situation("hidden")
    found = await discover(page, max_annotations=100)
    shares = {await mark_of(page, e): e.visible_ratio for e in found.elements}
    assert shares["plain"] == 1
    assert 0.3 < shares["half-covered"] < 0.8
    assert 0 < shares["edge"] < 0.45


async def test_custom_finds_what_a_selector_matches_also_in_shadow_roots(situation) -> None:
    page = await situation("shadow")
    await discover(page)
    found = await discover(page, target="custom", selector="button")
    assert {"open", "nested", "slotted", "closed"} <= set(await marks_of(page, found))
    assert {e.tag for e in found.elements} == {"button"}


@pytest.mark.parametrize("selector", ["div[", "a >> b", "::", "<p>"])
async def test_an_invalid_selector_is_an_error_that_repeats_it(page_of, selector) -> None:
    page = await page_of("<p>x")
    with pytest.raises(InvalidSelector, match="not a valid CSS") as caught:
        await discover(page, target="custom", selector=selector)
    assert selector in caught.value.message


async def test_all_visible_adds_text_and_pictures_that_one_cannot_act_on(page_of) -> None:
    page = await page_of(
        "<h1>Title</h1><p>Words <a href=#>link</a></p><div><div>  </div></div>"
        "<img alt=Logo width=20 height=20 src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>"
        "<p hidden>gone</p>"
    )
    found = await discover(page, target="all_visible")
    assert [e.tag for e in found.elements] == ["h1", "p", "a", "img"]


async def test_the_page_sees_nothing_of_it(page_of) -> None:
    page = await page_of(
        "<button>a</button><div id=h></div><script>window.seen = [];"
        "h.attachShadow({mode:'open'}).innerHTML = '<button>b</button>';"
        "new MutationObserver((l) => seen.push(...l.map((m) => m.type))).observe(document,"
        " {subtree: true, childList: true, attributes: true, characterData: true});"
        "for (const t of ['focus', 'blur', 'scroll', 'resize', 'selectionchange'])"
        " addEventListener(t, (e) => { if (!focuses(t, e)) seen.push(t); }, true);"
        # The browser itself focuses a new window when the mouse enters the window.
        "const focuses = (t, e) => t === 'focus' && e.target === window;"
        "window.keys = 0; keys = JSON.stringify(Object.getOwnPropertyNames(window));</script>"
    )
    await discover(page)
    reply = await page.session.send(
        "Runtime.evaluate",
        {
            "expression": "JSON.stringify([seen,"
            " JSON.stringify(Object.getOwnPropertyNames(window)) === keys])",
            "returnByValue": True,
        },
    )
    assert reply["result"]["value"] == "[[],true]"


async def test_strict_policies_do_not_matter(page_of) -> None:
    policy = "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; sandbox"
    page = await page_of(
        "<button>a</button><div><template shadowrootmode=open><button>b</button></template></div>",
        headers={"Content-Security-Policy": policy},
    )
    assert [e.name for e in (await discover(page)).elements] == ["a", "b"]


async def test_elements_that_appear_later_are_found_by_the_next_look(page_of) -> None:
    page = await page_of("<div id=d>x</div>")
    assert (await discover(page)).total_found == 0
    await page.session.send(
        "Runtime.evaluate", {"expression": "d.addEventListener('click', () => 1)"}
    )
    assert [e.identity.id for e in (await discover(page)).elements] == ["d"]


async def test_elements_whose_listeners_are_gone_are_no_longer_found(page_of) -> None:
    page = await page_of("<div id=d>x</div><script>d.onclick = () => 1</script>")
    assert (await discover(page)).total_found == 1
    await page.session.send("Runtime.evaluate", {"expression": "d.onclick = null"})
    assert (await discover(page)).total_found == 0


LISTENS = "<div class=l>x</div><script>document.querySelector('.l').onclick = () => 1</script>"
SHADED = (
    "<div id=p><template shadowrootmode=open><i class=l>x</i></template></div>"
    "<script>p.shadowRoot.querySelector('.l').onclick = () => 1</script>"
)


@pytest.mark.parametrize(
    ("around", "first", "second", "asked"),
    [
        ("", "<p>x", "<p>y", 1),  # no document of the process has a listener
        ("", LISTENS, "<p>y", 3),
        (LISTENS, LISTENS, LISTENS, 3),
        (LISTENS, "<p>x", SHADED, 3),
    ],
)
async def test_each_frame_is_asked_once_who_listens_and_none_where_nobody_does(
    page_of, site, monkeypatch, around: str, first: str, second: str, asked: int
) -> None:
    site.put("/first.html", f"<!doctype html>{first}")
    site.put("/second.html", f"<!doctype html>{second}")
    frames = "<iframe src=/first.html></iframe><iframe src=/second.html></iframe>"
    page = await page_of(f"{around}{frames}")
    methods = sent_to(page, monkeypatch)
    for _ in range(2):
        methods.clear()
        found = await discover(page)
        parts = (around, first, second)
        assert found.total_found == sum(each in (LISTENS, SHADED) for each in parts)
        assert methods.count("DOMDebugger.getEventListeners") == asked


@pytest.mark.parametrize(
    ("kind", "body", "marks"),
    [
        ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='60'>"
         "<a href='#x'><text y='20'>go</text></a></svg>", 1),
        ("application/xml", "<root><a href='x'>not a link</a></root>", 0),
        ("application/xhtml+xml", "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>t"
         "</title></head><body><button>b</button></body></html>", 1),
        ("text/plain", "just text", 0),
        ("text/html", "", 0),
        ("text/html", "<frameset cols='50%,50%'><frame src='data:text/html,x'></frameset>", 0),
        ("application/json", '{"a": 1}', 0),
    ],
)  # fmt: skip
async def test_documents_of_every_kind_are_looked_at(page_of, site, kind, body, marks) -> None:
    site.put("/odd", body, headers={"Content-Type": kind})
    page = await page_of("<p>x")
    await goto(page, site.url("/odd"))
    found = await discover(page)
    assert found.total_found >= marks
    assert found.viewport.width == 1280


async def test_a_blank_page_is_looked_at(chromium) -> None:
    page = await chromium.page()
    try:
        assert (await discover(page)).total_found == 0
    finally:
        await page.close()


async def test_the_same_node_keeps_its_number(page_of) -> None:
    page = await page_of("<button>a</button><button>b</button>")
    first, second = await discover(page), await discover(page)
    assert [e.handle for e in first.elements] == [e.handle for e in second.elements]


async def test_equal_elements_are_told_apart_by_their_surroundings(page_of) -> None:
    cards = "".join(
        f"<article><h3>Lamp {c}</h3><p>{i} left</p><button>Add to cart</button></article>"
        for i, c in enumerate("ABC")
    )
    page = await page_of(cards)
    found = (await discover(page)).elements
    assert len({e.identity.context for e in found}) == 3
    twins = (await discover(await page_of("<p><button>x</button><button>x</button>"))).elements
    assert [e.identity.index for e in twins] == [0, 1]


async def test_discovery_runs_beside_a_capture_and_beside_itself(situation) -> None:
    page = await situation("native")
    shot, *looks = await asyncio.gather(
        page.session.send("Page.captureScreenshot", {"format": "jpeg"}),
        *(discover(page, max_annotations=100) for _ in range(3)),
    )
    assert len(shot["data"]) > 1000
    assert len({tuple(e.selector for e in d.elements) for d in looks}) == 1


async def test_a_long_page_is_pruned_without_losing_what_is_fixed_or_overflows(page_of) -> None:
    row = "<li><a href='#r{i}'>row {i}</a> <button>b{i}</button> <span>t</span></li>"
    rows = "".join(row.format(i=i) for i in range(1500))
    page = await page_of(
        f"<ul style='margin:0'>{rows}<li><div style='position:fixed;right:0;top:0;"
        "width:200px;background:#fff'><button>fixed</button></div></li></ul>"
    )
    await page.call(None, "function () { scrollTo(0, 9000); }")
    found = await discover(page, max_annotations=100)
    truth = await oracle.read(page.session, [page.main_frame.id])
    wanted = [n for n in truth.nodes.values() if n.name in ("A", "BUTTON")]
    near = [n for n in wanted if n.attributes.get("href", "").startswith("#r")]
    await oracle.look(page.session, truth, near + [n for n in wanted if n.name == "BUTTON"])
    reached = sum(n.reached for n in wanted)
    assert found.total_found == reached
    assert "fixed" in [e.name for e in found.elements]


async def test_a_document_that_has_no_root_yet_is_empty_and_no_error(page_of) -> None:
    page = await page_of("<button>b</button>")
    await page.call(None, "function () { document.documentElement.remove(); }")
    found = await discover(page)
    assert (found.elements, found.total_found) == ((), 0)
