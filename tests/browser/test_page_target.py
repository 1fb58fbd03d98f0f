from __future__ import annotations

import asyncio

import pytest
from fakes import FakeSession

from viewmark.browser.actions.navigation import goto
from viewmark.browser.page_facts import page_facts
from viewmark.browser.page_target import PageTarget, RemoteObject
from viewmark.errors import PageNavigated, ScriptFailed, TabNotFound

STATE = {
    "url": "http://a.test/",
    "title": "T",
    "readyState": "complete",
    "visible": True,
    "width": 800,
    "height": 600,
    "scrollX": 0,
    "scrollY": 1.5,
    "dpr": 2,
}


async def test_a_function_runs_in_the_page_and_returns_by_value(page_of):
    page = await page_of("<h1>Hello</h1>")
    reply = await page.call(
        None, "(a, b) => ({text: document.body.innerText, sum: a + b.n})", 1, {"n": 2}
    )
    assert reply == {"text": "Hello", "sum": 3}


async def test_arguments_are_data_and_promises_are_awaited(page_of):
    page = await page_of("<p>")
    hostile = "'); alert(1); ('\\u2028\n\"${x}"
    assert await page.call(None, "async (a) => a", hostile) == hostile
    assert await page.call(None, "() => undefined") is None


async def test_objects_are_passed_by_handle(page_of):
    page = await page_of("<h1>Hello</h1>")
    remote = await page.evaluate(None, "() => document.querySelector('h1')")
    text = await page.call(None, "(node) => node.textContent", RemoteObject(remote["objectId"]))
    assert text == "Hello"


async def test_our_world_sees_the_dom_and_neither_world_sees_the_others_globals(page_of):
    page = await page_of("<script>window.theirs = 1; Array.prototype.map = null</script>")
    assert await page.call(None, "() => typeof theirs + typeof [].map") == "undefinedfunction"
    await page.call(None, "() => { globalThis.ours = 1 }")
    answer = await page.session.send("Runtime.evaluate", {"expression": "typeof ours"})
    assert answer["result"]["value"] == "undefined"
    assert await page.call(None, "() => ours") == 1


async def test_strict_content_security_does_not_matter(page_of):
    headers = {"Content-Security-Policy": "default-src 'none'; require-trusted-types-for 'script'"}
    page = await page_of("<h1>Strict</h1>", headers=headers)
    assert await page.call(None, "() => document.body.innerText") == "Strict"


async def test_a_world_is_kept_within_a_document_and_new_after_a_navigation(page_of, site):
    page = await page_of("<p>One")
    world = await page.world()
    note = world.state.of(list)
    assert await page.world() is world
    assert all(each is world for each in await asyncio.gather(page.world(), page.world()))
    site.put("/two", "<p>Two")
    await goto(page, site.url("/two"))
    assert world.state.of(list) is note
    assert (await page.world()).state.get(list) is None
    assert await page.call(None, "() => document.body.innerText") == "Two"


async def test_the_name_of_our_world_cannot_be_guessed(page_of):
    one, two = await page_of("<p>"), await page_of("<p>")
    assert one._world_name != two._world_name
    assert "viewmark" not in one._world_name


async def test_a_script_that_throws_is_an_error_with_one_bounded_line(page_of):
    page = await page_of("<p>")
    with pytest.raises(ScriptFailed, match="Error: no luck") as failed:
        await page.call(None, "() => { throw new Error('no luck\\nsecond ' + 'x'.repeat(9999)) }")
    assert "\n" not in failed.value.message
    for thrown in ("null", "{}", "5", "Promise.reject()", "undefined"):
        with pytest.raises(ScriptFailed):
            await page.call(None, f"() => {{ throw {thrown} }}")
    with pytest.raises(ScriptFailed, match="SyntaxError"):
        await page.call(None, "() => {{{")


async def test_a_call_under_a_navigation_ends_as_navigated(page_of, site, bounded):
    page = await page_of("<p>")
    site.put("/next", "<p>Next")
    call = asyncio.ensure_future(page.call(None, "() => new Promise(() => {})", timeout=300))
    await page.facts()
    await goto(page, site.url("/next"))
    with pytest.raises(PageNavigated):
        await bounded(call)


async def test_a_world_that_went_unnoticed_is_made_anew():
    contexts = iter([7, 8])
    asked = []

    def run(params):
        asked.append(params["executionContextId"])
        if params["executionContextId"] == 7:
            raise RuntimeError("Protocol error: Cannot find context with specified id")
        return {"result": {"value": "fine"}}

    fake = FakeSession(
        {
            "Page.createIsolatedWorld": lambda _: {"executionContextId": next(contexts)},
            "Runtime.callFunctionOn": run,
        }
    )
    page = await PageTarget.open(fake.session())
    assert await page.call(None, "() => 1") == "fine"
    assert asked == [7, 8]


async def test_the_state_is_of_one_moment(page_of):
    page = await page_of("<title>Tall</title><body style='height: 5000px; margin: 0'>")
    await page.call(None, "() => scrollTo(0, 321)")
    state = await page.facts()
    assert (state.title, state.ready_state, state.visible) == ("Tall", "complete", True)
    view = state.viewport
    assert (view.width, view.height, view.scroll_x, view.scroll_y) == (1280, 720, 0, 321)
    assert (await page.viewport()) == view


def test_a_state_is_checked():
    assert page_facts(STATE).viewport.device_scale_factor == 2


@pytest.mark.parametrize(
    "damage",
    [None, [], "x", {**STATE, "width": "wide"}, {**STATE, "dpr": None}, {"url": "http://a.test/"}],
)
def test_a_damaged_state_is_an_error(damage):
    with pytest.raises(ScriptFailed):
        page_facts(damage)


async def test_frames_of_all_kinds_are_listed_and_can_be_called(page_of, site, eventually):
    site.put("/same", "<p>same")
    site.put("/leaf", "<p>leaf")
    site.put("/mid", f"<p>mid<iframe src='{site.url('/leaf', host='b.localhost')}'></iframe>")
    page = await page_of(
        f"<p>top<iframe src=/same></iframe>"
        f"<iframe id=other name=other src='{site.url('/mid', host='a.localhost')}'></iframe>"
        "<iframe srcdoc='<p>inline'></iframe>"
    )
    await eventually(lambda: len(page.frames) == 5, "all frames")
    await page.settle_frames()
    texts = {}
    for frame in page.frames:
        texts[await page.call(frame, "() => document.body.innerText")] = frame
    assert set(texts) == {"top", "same", "mid", "leaf", "inline"}
    assert texts["mid"].name == "other"
    assert texts["leaf"].parent_id == texts["mid"].id
    assert texts["mid"].parent_id == texts["same"].parent_id == page.main_frame.id
    assert texts["same"].session is page.session
    assert len({texts[name].session for name in ("top", "mid", "leaf")}) == 3
    await page.call(None, "() => document.getElementById('other').remove()")
    await eventually(lambda: len(page.frames) == 3, "the frames to go")
    with pytest.raises((PageNavigated, TabNotFound)):
        await page.call(texts["leaf"], "() => 1")


async def test_a_frame_that_changes_its_site_moves_to_another_session(page_of, site, eventually):
    site.put("/f", "<p>frame")
    page = await page_of("<iframe id=f src=/f></iframe>")
    await eventually(lambda: len(page.frames) == 2, "the frame")
    (frame,) = page.frames.children(page.main_frame.id)
    for host, is_own in (("a.localhost", False), ("127.0.0.1", True), ("b.localhost", False)):
        url = site.url("/f", host=host)
        await page.call(None, "(url) => { document.getElementById('f').src = url }", url)
        await eventually(
            lambda url=url: getattr(page.frames.get(frame.id), "url", "") == url, "the move"
        )
        await page.settle_frames()
        moved = page.frames.get(frame.id)
        assert (moved.session is page.session) == is_own
        assert await page.call(moved, "() => location.href") == url


async def test_the_epoch_names_the_document(page_of, site):
    page = await page_of("<p>")
    site.put("/x", "<p>X")
    first = page.epoch
    await page.call(None, "() => history.pushState(null, '', '/x')")
    assert page.epoch == first
    await goto(page, page.url)
    assert page.epoch != first


async def test_a_page_over_a_foreign_session_asks_only_for_what_it_needs():
    fake = FakeSession({"Runtime.callFunctionOn": {"result": {"value": STATE}}})
    page = await PageTarget.open(fake.session())
    assert set(fake.methods()) == {
        "Page.enable",
        "Inspector.enable",
        "Emulation.setFocusEmulationEnabled",
        "Page.setLifecycleEventsEnabled",
        "Page.getFrameTree",
        "Page.addScriptToEvaluateOnNewDocument",
    }
    assert (page.url, page.epoch) == ("http://fake.test/", "L1")
    assert (await page.facts()).title == "T"
    fake.emit(
        "Page.frameNavigated",
        {"frame": {"id": "F", "loaderId": "L2", "url": "http://fake.test/2"}},
    )
    assert (page.url, page.epoch) == ("http://fake.test/2", "L2")


async def test_closing_a_page_twice_is_fine(page_of):
    page = await page_of("<p>")
    await page.close()
    await page.close()
    assert page.closed
    with pytest.raises(TabNotFound):
        await page.facts()
