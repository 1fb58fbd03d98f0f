"""The elements under a mark, their later state, and their details."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import named_of

from viewmark.browser.actions.navigation import goto
from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.detail import annotation_detail, annotation_report
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.read import read_annotations
from viewmark.errors import DrawModePageNavigated, ElementNotFound


async def finish(d: Any, bounded: Any) -> Any:
    await d.hand.key("Escape")
    return await bounded(read_annotations(d.mode, wait=True))


async def one(d: Any, selector: str, bounded: Any, **options: Any) -> DrawnAnnotation:
    """Mark one element and read the resulting annotation."""
    await d.start()
    await d.hand.mark(selector, "this", **options)
    seen = await finish(d, bounded)
    assert seen.count == 1
    mark: DrawnAnnotation = seen.annotations[0]
    return mark


SITUATIONS: dict[str, tuple[str, str, str]] = named_of(__file__)


@pytest.mark.parametrize("name", SITUATIONS)
async def test_a_mark_means(name: str, dispatcher: Any, bounded: Any) -> None:
    html, selector, summary = SITUATIONS[name]
    d = await dispatcher(f"<body style='margin:60px;font:16px sans-serif'>{html}<p>more</p>")
    mark = await one(d, selector, bounded, margin=3)
    assert mark.element_summary == summary
    assert mark.elements[0].ref


@pytest.mark.parametrize("kind", ["open", "closed"])
async def test_an_element_inside_a_shadow_root_is_named(
    kind: str, dispatcher: Any, bounded: Any
) -> None:
    d = await dispatcher(
        "<body style='margin:60px'><div id=h></div><script>document.querySelector('#h')"
        f".attachShadow({{mode: '{kind}'}}).innerHTML = '<button>Inner</button>'</script>"
    )
    await d.start()
    await d.hand.drag((55, 55), (130, 90))
    await d.hand.write("this")
    await d.hand.key("Enter")
    seen = await finish(d, bounded)
    assert seen.annotations[0].element_summary == "button 'Inner'"
    assert seen.annotations[0].elements[0].ref


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_an_element_inside_a_frame_is_named_and_can_be_clicked(
    host: str, dispatcher: Any, site: Any, bounded: Any
) -> None:
    site.put("/inner.html", "<!doctype html><body style='margin:30px'><button id=in>Pay</button>")
    address = site.url("/inner.html", host=host)
    d = await dispatcher(f"<body style='margin:50px'><iframe src='{address}' width=300 height=200>")
    await d.start()
    x, y = 50 + 2 + 30, 50 + 2 + 30
    await d.hand.drag((x - 5, y - 5), (x + 60, y + 30))
    await d.hand.write("this")
    await d.hand.key("Enter")
    seen = await finish(d, bounded)
    first = seen.annotations[0].elements[0]
    assert (first.tag, first.name) == ("button", "Pay")
    assert first.bounds.x == pytest.approx(x, abs=1)
    assert "enter-frame" in first.selector
    assert first.ref
    found = d.context.registry.resolve(first.ref)
    assert found.element.identity.id == "in"
    detail, _ = await annotation_detail(d.mode, seen.annotations[0].correlation_id)
    assert detail["id"] == "in"


async def test_what_is_covered_by_a_sticky_header_is_not_meant(
    dispatcher: Any, bounded: Any
) -> None:
    d = await dispatcher(
        "<style>body{margin:0;font:16px sans-serif}header{position:fixed;top:0;left:0;right:0;"
        "height:80px;background:#fff;z-index:9}main{padding-top:20px}</style>"
        "<header><button id=menu style='margin:20px;width:120px;height:40px'>Menu</button></header>"
        "<main><button id=below style='margin-left:20px;width:120px;height:40px'>Below</button>"
    )
    mark = await one(d, "#menu", bounded)
    assert mark.element_summary == "button 'Menu'"
    assert "Below" not in [hit.name for hit in mark.elements[:1]]


async def test_a_region_of_many_things_lists_them_best_first(dispatcher: Any, bounded: Any) -> None:
    d = await dispatcher(
        "<body style='margin:40px'><nav id=nav style='width:400px'><a href=#>One</a> "
        "<a href=#>Two</a> <a href=#>Three</a></nav><p>text</p>"
    )
    mark = await one(d, "#nav", bounded, margin=2)
    assert mark.elements[0].tag == "nav"
    assert {"One", "Two", "Three"} <= {hit.name for hit in mark.elements}
    assert all(0 < hit.coverage <= 1 for hit in mark.elements)
    assert len(mark.elements) <= 5


async def test_an_empty_spot_names_the_nearest_element(dispatcher: Any, bounded: Any) -> None:
    d = await dispatcher("<body style='margin:0;height:90vh'><button>Near</button>")
    await d.start()
    await d.hand.drag((20, 60), (90, 100))
    await d.hand.write("nothing here")
    await d.hand.key("Enter")
    seen = await finish(d, bounded)
    relations = {hit.relation.value for hit in seen.annotations[0].elements}
    assert relations <= {"near", "contains", "partial"}


async def test_nothing_of_a_password_field_is_told(
    dispatcher: Any, mode: DrawMode, bounded: Any, caplog: Any
) -> None:
    d = await dispatcher()
    mark = await one(d, "#pw", bounded, margin=2)
    seen = await read_annotations(mode)
    assert mark.element_summary == "input"
    assert mark.elements[0].selector == "#pw"
    detail, _ = await annotation_detail(mode, mark.correlation_id)
    known = {"correlation_id", "ref", "tag", "selector", "bounding_rect", "private", "changed"}
    assert set(detail) == known
    report = await annotation_report(mode, pictures=False)
    for text in (repr(seen.to_json()), repr(mark), repr(detail), report, caplog.text):
        assert "hunter2" not in text
        assert "•" not in text


async def test_4_the_element_of_a_mark_is_the_same_after_scrolling_away(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.mark("#submit-btn", "this")
    await d.hand.wheel(600, 300, 900)
    await d.run(
        "new Promise((done) => { const look = () => scrollY > 300 ? done() :"
        " setTimeout(look, 20); look(); })"
    )
    seen = await finish(d, bounded)
    mark = seen.annotations[0]
    assert mark.elements[0].name == "Submit order"
    assert mark.anchor.state.value == "same"
    (shot,) = seen.pictures
    assert shot.scroll == (0, 0), "the picture shows it where it was drawn"


CHANGES = {
    "same": ("", None),
    "moved": ("document.querySelector('h1').style.marginBottom = '90px'", None),
    "changed": ("document.querySelector('#submit-btn').textContent = 'Pay now'", "element_changed"),
    "gone": ("document.querySelector('#submit-btn').remove()", "element_not_found"),
}


@pytest.mark.parametrize("state", CHANGES)
async def test_8_what_became_of_an_element(
    state: str, dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.mark("#submit-btn", "this")
    script, warning = CHANGES[state]
    if script:
        await d.run(script)
    seen = await finish(d, bounded)
    mark = seen.annotations[0]
    assert mark.anchor.state.value == state
    assert seen.to_json()["annotations"][0].get("warning") == warning
    assert mark.element_summary == "button.btn.primary 'Submit order'"
    if state == "gone":
        with pytest.raises(ElementNotFound) as raised:
            await annotation_detail(mode, mark.correlation_id)
        assert raised.value.data["original_summary"] == mark.element_summary
        return
    detail, crop = await annotation_detail(mode, mark.correlation_id)
    assert detail.get("warning") == warning if state == "changed" else "warning" not in detail
    assert crop is not None


async def test_8_an_element_that_is_rendered_again_is_the_same(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.mark("#submit-btn", "this")
    await d.run("document.querySelector('form').innerHTML += ''")
    seen = await finish(d, bounded)
    assert seen.annotations[0].anchor.state.value == "same"
    detail, _ = await annotation_detail(mode, seen.annotations[0].correlation_id)
    assert detail["id"] == "submit-btn"


async def test_the_detail_is_that_of_the_specification_and_of_this_moment(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    mark = await one(d, "#submit-btn", bounded)
    await d.run("document.querySelector('#submit-btn').style.backgroundColor = 'rgb(1, 2, 3)'")
    detail, crops = await annotation_detail(mode, mark.correlation_id)
    assert detail["correlation_id"] == mark.correlation_id
    assert (detail["tag"], detail["id"], detail["selector"]) == (
        "button",
        "submit-btn",
        "#submit-btn",
    )
    assert detail["text_content"] == "Submit order"
    assert detail["classes"] == ["btn", "primary"]
    assert detail["computed_styles"]["background-color"] == "rgb(1, 2, 3)"
    assert detail["computed_styles"]["padding"] == "8px 16px"
    assert detail["parent_selector"]
    assert set(detail["bounding_rect"]) == {"x", "y", "width", "height"}
    assert [sentence for sentence in detail["changed"] if "background" in sentence]
    assert len(crops) == 2  # before and after
    assert all(crop.width < 300 for crop in crops)


async def test_the_detail_of_a_page_that_was_left_says_so(
    dispatcher: Any, mode: DrawMode, bounded: Any, site: Any
) -> None:
    site.put("/next.html", "<!doctype html><h2>Next</h2>")
    d = await dispatcher()
    mark = await one(d, "#submit-btn", bounded)
    await goto(d.page, site.url("/next.html"))
    with pytest.raises(DrawModePageNavigated) as raised:
        await annotation_detail(mode, mark.correlation_id)
    assert raised.value.code == "draw_mode_page_navigated"
    assert raised.value.data["page_url"] == mark.page_url


async def test_the_report_has_a_crop_for_every_mark(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    await one(d, "#submit-btn", bounded)
    report = await annotation_report(mode)
    assert report.startswith("# 1 annotation\n")
    assert report.count("](data:image/jpeg;base64,") == 2
    assert "> this" in report


async def test_an_element_that_goes_inside_a_frame_is_reported(
    dispatcher: Any, site: Any, bounded: Any
) -> None:
    site.put("/inner.html", "<!doctype html><body style='margin:30px'><button id=in>Pay</button>")
    address = site.url("/inner.html")
    d = await dispatcher(f"<body style='margin:50px'><iframe src='{address}' width=300 height=200>")
    await d.start()
    await d.hand.drag((77, 77), (142, 112))
    await d.hand.write("this")
    await d.hand.key("Enter")
    seen = await read_annotations(d.mode, wait=True, timeout_s=0)
    await d.run("frames[0].document.querySelector('#in').textContent = 'Sold'")
    later = await read_annotations(d.mode, wait=True, timeout_s=0)
    await d.run("frames[0].document.querySelector('#in').remove()")
    last = await finish(d, bounded)
    states = [s.annotations[0].anchor.state.value for s in (seen, later, last)]
    assert states == ["same", "changed", "gone"]


async def test_a_saved_drawing_goes_on_in_another_session(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    await one(d, "#submit-btn", bounded)
    kept = mode.save()
    await goto(d.page, d.page.url)
    await mode.start(d.context, load=kept)
    shown = "function () { return viewmarkDraw.shapes.placed.map((p) => p.mark.text); }"
    assert await d.page.call(None, shown) == ["this"]
    await d.hand.mark("h1", "and this")
    seen = await finish(d, bounded)
    assert [a.text for a in seen.annotations] == ["this", "and this"]
    assert [a.anchor.state.value for a in seen.annotations] == ["same", "same"]
    assert seen.annotations[0].elements[0].ref
    assert seen.pictures[0].labels == (1, 2)
