"""Through the tools: find, get, scripts, drops, mouse and keys, dialogs, geolocation, requests."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from webserver import LocalSite

from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

pytestmark = pytest.mark.full_browser  # needs permissions and windows

PAGE = """<!doctype html><title>World</title><h1>Prices</h1>
<p id=total data-sku=K-1>The <b>total</b> is 42 EUR.</p>
<input id=name aria-label=Name value=old><input id=pin type=password value=s3cret>
<button id=go onclick="document.title='pressed'">Go</button>
<button id=ask onclick="document.title=String(confirm('Sure?'))">Ask</button>
<button id=late onclick="setTimeout(() => { out.textContent = 'Ready' }, 80)">Start</button>
<p id=out></p>
<div id=zone role=region aria-label=Zone style="width:200px;height:60px;background:#eee">Drop</div>
<script>
const zone = document.querySelector("#zone");
zone.ondragover = (event) => event.preventDefault();
zone.ondrop = (event) => {
  event.preventDefault();
  const files = [...event.dataTransfer.files].map((f) => f.name);
  document.title = "dropped " + (files.join() || event.dataTransfer.getData("text/plain"));
};
let held = [];
document.onkeydown = (event) => { held.push("+" + event.key); document.title = held.join(""); };
document.onkeyup = (event) => { held.push("-" + event.key); document.title = held.join(""); };
document.querySelector("#go").onpointerdown = () => { document.title = "down"; };
</script><div style="height:3000px"></div><h2>Far</h2><button id=far>Far away</button>"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def dispatcher(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Dispatcher]:
    folder = tmp_path_factory.mktemp("world")
    (folder / "mine").mkdir()
    (folder / "mine" / "a.txt").write_text("words")
    settings = Settings(
        answers="json",
        output=folder / "out",
        upload_folders=(folder / "mine",),
        allow_script=True,
        block=("*/ad.js",),
    )
    dispatcher = Dispatcher(settings)
    yield dispatcher
    await dispatcher.close()


async def text(dispatcher: Dispatcher, tool: str, **arguments: Any) -> str:
    answer = await dispatcher.call(tool, arguments)
    assert not answer.failed, answer.text
    return answer.text


async def result(dispatcher: Dispatcher, tool: str, **arguments: Any) -> Any:
    return json.loads(await text(dispatcher, tool, **arguments))


async def error(dispatcher: Dispatcher, tool: str, **arguments: Any) -> Any:
    answer = await dispatcher.call(tool, arguments)
    assert answer.failed, answer.text
    assert answer.text.count(dict(answer.facts or {})["message"]) == 1
    return dict(answer.facts or {})


async def run(dispatcher: Dispatcher, script: str) -> Any:
    return (await result(dispatcher, "interact", what="run_script", script=script))["value"]


@pytest_asyncio.fixture(loop_scope="session")
async def opened(dispatcher: Dispatcher, site: LocalSite) -> str:
    site.put("/world.html", PAGE)
    url = site.url("/world.html")
    await result(dispatcher, "interact", what="navigate", url=url)
    return url


async def test_find_tells_refs_and_how_far(dispatcher: Dispatcher, opened: str) -> None:
    lines = (await text(dispatcher, "observe", what="find", text="far away")).splitlines()
    assert lines[0] == "1 of 1 places"
    assert lines[1].startswith("@far button")
    assert "screens below" in lines[1]
    assert "(under Far)" in lines[1]
    assert (
        await text(dispatcher, "observe", what="search", query="nowhere")
        == "nothing found on the whole page"
    )
    done = await result(dispatcher, "interact", what="scroll_to", ref="@far")
    assert done["scrolled"]
    assert await run(dispatcher, "scrollY") > 1000
    facts = await error(dispatcher, "observe", what="find")
    assert facts["error_code"] == "invalid_option"


@pytest.mark.parametrize(
    ("sent", "value"),
    [
        ({"ref": "@total"}, "The total is 42 EUR."),
        ({"ref": "total", "property": "attribute", "name": "data-sku"}, "K-1"),
        ({"what": "get_value", "selector": "#name"}, "old"),
        ({"what": "get_html", "selector": "#out"}, '<p id="out"></p>'),
        ({"selector": "#total", "property": "style", "name": "display"}, "block"),
    ],
    ids=str,
)
async def test_get_gives_one_thing(
    dispatcher: Dispatcher, opened: str, sent: dict[str, Any], value: str
) -> None:
    lines = (await text(dispatcher, "observe", what="find", text="is 42 EUR")).splitlines()
    ref = lines[1].split()[0].removeprefix("@")
    sent = {**sent, "ref": ref} if "ref" in sent else sent
    got = await result(dispatcher, "observe", **{"what": "get"} | sent)
    assert got["value"] == value


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "invalid_option"),
        ({"selector": "#name", "property": "attribute"}, "invalid_option"),
        ({"selector": "#name", "name": "id"}, "invalid_option"),
        ({"selector": "#name", "ref": "@name"}, "invalid_option"),
        ({"selector": "#none"}, "element_not_found"),
        ({"selector": "#pin", "property": "value"}, "secret_refused"),
    ],
    ids=str,
)
async def test_get_refuses_in_one_line(
    dispatcher: Dispatcher, opened: str, sent: dict[str, Any], code: str
) -> None:
    assert (await error(dispatcher, "observe", what="get", **sent))["error_code"] == code


async def test_a_long_value_is_cut_and_says_so(dispatcher: Dispatcher, opened: str) -> None:
    await run(dispatcher, "document.querySelector('#out').textContent = 'x'.repeat(9000)")
    got = await result(
        dispatcher, "observe", what="get", selector="#out", extra={"characters": 3000}
    )
    assert len(got["value"]) == 3000
    assert "of 9000 characters" in got["cut"]


async def test_scripts_run_where_they_are_allowed(dispatcher: Dispatcher, opened: str) -> None:
    assert await run(dispatcher, "() => document.title") == "World"
    done = await result(
        dispatcher,
        "interact",
        what="evaluate",
        code="(a, b) => [a, b, document.querySelector('#pin').value]",
        extra='{"args": ["1", "2"], "world": "isolated"}',
    )
    assert done["value"][:2] == ["1", "2"]
    assert "s3cret" not in json.dumps(done)
    assert (await result(dispatcher, "interact", what="js", script="'x'.repeat(90000)"))["cut"]
    facts = await error(
        dispatcher, "interact", what="run_script", script="while (true) {}", timeout_s=0.3
    )
    assert facts["error_code"] == "evaluation_timeout"
    facts = await error(dispatcher, "interact", what="run_script", script="null.boom")
    assert facts["error_code"] == "evaluation_failed"


async def test_scripts_are_refused_with_the_flag_that_allows_them(tmp_path: Path) -> None:
    dispatcher = Dispatcher(Settings(answers="json", output=tmp_path))
    try:
        facts = await error(dispatcher, "interact", what="run_script", script="1")
        assert facts["error_code"] == "script_not_allowed"
        assert "--allow-script" in facts["hint"]
        assert not dispatcher.state.tabs.running
    finally:
        await dispatcher.close()


async def test_files_and_texts_are_dropped(dispatcher: Dispatcher, opened: str) -> None:
    done = await result(dispatcher, "interact", what="drop", selector="#zone", files=["a.txt"])
    assert done["what"] == "drop"
    assert await run(dispatcher, "document.title") == "dropped a.txt"
    await result(dispatcher, "interact", what="drop", selector="#zone", text="some words")
    assert await run(dispatcher, "document.title") == "dropped some words"
    for files, code in ((["none.txt"], "file_missing"), (["/etc/hostname"], "path_not_allowed")):
        facts = await error(dispatcher, "interact", what="drop", selector="#zone", files=files)
        assert facts["error_code"] == code
    facts = await error(dispatcher, "interact", what="drop", selector="#go", text="x")
    assert facts["error_code"] == "not_droppable"


async def test_a_click_waits_for_what_is_expected(dispatcher: Dispatcher, opened: str) -> None:
    click = {"what": "click", "selector": "#late"}
    assert (await result(dispatcher, "interact", **click, expect="text=Ready"))["what"] == "click"
    facts = await error(
        dispatcher, "interact", what="click", selector="#go", expect="popup", timeout_s=0.3
    )
    assert facts["error_code"] == "expectation_failed"
    facts = await error(dispatcher, "interact", **click, timeout_s=3)
    assert facts["param"] == "timeout_s"
    asked = await result(dispatcher, "interact", what="click", selector="#ask", expect="dialog")
    assert asked["dialog"]["kind"] == "confirm"
    told = await result(dispatcher, "interact", what="dismiss_dialog")
    assert told["dialog"] == {"kind": "confirm", "message": "Sure?", "accepted": False}
    assert await run(dispatcher, "document.title") == "false"
    facts = await error(dispatcher, "interact", what="answer_dialog", text="x")
    assert "expect: dialog" in facts["hint"]


async def test_buttons_and_keys_stay_down(dispatcher: Dispatcher, opened: str) -> None:
    done = await result(dispatcher, "interact", what="mouse_down", selector="#go")
    assert done["held"] == ["left"]
    assert await run(dispatcher, "document.title") == "down"
    await result(dispatcher, "interact", what="mouse_up")
    done = await result(dispatcher, "interact", what="key_down", key="w")
    assert done["held"]
    await result(dispatcher, "interact", what="key_up", key="w")
    assert await run(dispatcher, "document.title") == "+w-w"
    facts = await error(dispatcher, "interact", what="key_up", key="w")
    assert facts["error_code"] == "invalid_option"
    held = await result(dispatcher, "interact", what="long_press", selector="#go", hold_ms=20)
    assert held["hit"]["name"] == "Go"


async def test_copy_cut_and_paste(dispatcher: Dispatcher, opened: str) -> None:
    copied = await result(dispatcher, "interact", what="copy", selector="#name")
    assert copied["clipboard"] == {"text": "old", "length": 3}
    await result(dispatcher, "interact", what="cut", selector="#name")
    await result(dispatcher, "interact", what="paste", selector="#name", text="new")
    got = await result(dispatcher, "observe", what="get_value", selector="#name")
    assert got["value"] == "new"
    facts = await error(dispatcher, "interact", what="copy", selector="#pin")
    assert facts["error_code"] == "not_copyable"


async def test_scroll_until_and_to_an_offset(dispatcher: Dispatcher, opened: str) -> None:
    done = await result(dispatcher, "interact", what="scroll_until", text="Far away")
    assert done["hit"]
    assert await run(dispatcher, "scrollY") > 1000
    await result(dispatcher, "interact", what="scroll", extra='{"to_y": 0}')
    assert await run(dispatcher, "scrollY") == 0
    facts = await error(dispatcher, "interact", what="scroll_until", text="nowhere at all")
    assert facts["error_code"] == "wait_timeout"


async def test_a_place_brings_its_permission(dispatcher: Dispatcher, opened: str) -> None:
    told = await result(
        dispatcher,
        "configure",
        what="emulate",
        environment={"latitude": 52.5, "longitude": 13.4, "permissions": ["notifications"]},
    )
    assert told["emulated"]["latitude"] == 52.5
    where = await run(
        dispatcher,
        "() => new Promise((ok, no) => navigator.geolocation.getCurrentPosition("
        "(p) => ok(p.coords.latitude), (e) => no(e.message)))",
    )
    assert where == 52.5
    assert await run(dispatcher, "Notification.permission") == "granted"
    for environment in ({"latitude": 1}, {"permissions": ["geo"]}, {"device": "iFone"}):
        facts = await error(dispatcher, "configure", what="emulate", environment=environment)
        assert facts["error_code"] == "invalid_option"
    assert (await result(dispatcher, "configure", what="emulate", reset=True))["reset"]
    assert await run(dispatcher, "Notification.permission") != "granted"


async def test_requests_are_blocked_mocked_and_given_headers(
    dispatcher: Dispatcher, site: LocalSite, opened: str
) -> None:
    fetched = "(url) => fetch(url).then((r) => r.text(), () => 'refused')"

    async def fetch(path: str) -> Any:
        script = f"() => ({fetched})({json.dumps(site.url(path))})"
        return await run(dispatcher, script)

    site.put("/one.txt", "one")
    site.put("/ad.js", "bad")
    assert await fetch("/ad.js") == "refused"  # because of `--block`
    told = await result(dispatcher, "configure", what="traffic", block=["*/one.txt"])
    assert told["blocked"] == ["*/ad.js", "*/one.txt"]
    assert (await fetch("/one.txt"), await fetch("/ad.js")) == ("refused", "refused")
    mock = {"url": site.url("/two.txt"), "body": "mocked", "status": "200"}
    await result(dispatcher, "configure", what="traffic", block=[], mock=mock)
    assert (await fetch("/one.txt"), await fetch("/two.txt")) == ("one", "mocked")
    told = await result(dispatcher, "configure", what="traffic", headers={"X-Trip": "7"})
    assert told == {"headers": ["X-Trip"]}
    await result(dispatcher, "configure", what="traffic", reset=True)
    assert await fetch("/two.txt") != "mocked"
    assert await fetch("/ad.js") == "refused"
    for wrong in ({}, {"mock": {"body": "x"}}, {"origin": "http://a.example"}, {"unmock": "x"}):
        facts = await error(dispatcher, "configure", what="traffic", **wrong)
        assert facts["error_code"] == "invalid_option"


async def test_a_target_in_one_word_a_direction_and_seconds(
    dispatcher: Dispatcher, opened: str
) -> None:
    await text(dispatcher, "observe", what="snapshot")
    for target in ("@go", "#go", "text=Go"):
        done = await result(dispatcher, "interact", what="click", target=target)
        assert done["hit"]["name"] == "Go"
    facts = await error(dispatcher, "interact", what="click", target="#go", selector="#ask")
    assert facts["param"] == "target"
    done = await result(dispatcher, "interact", what="scroll", direction="down")
    assert 400 < await run(dispatcher, "scrollY") < 720
    await result(dispatcher, "interact", what="scroll_up")
    assert await run(dispatcher, "scrollY") == 0
    facts = await error(dispatcher, "interact", what="scroll", direction="up", dy=3)
    assert facts["param"] == "direction"
    assert (await result(dispatcher, "interact", what="wait", seconds="0.01"))["what"] == "wait_for"
    facts = await error(dispatcher, "interact", what="wait", seconds=1, time_ms=1)
    assert "`seconds` is given twice" in facts["message"]
    answer = await dispatcher.call("browser_click", {"ref": "@go"})
    assert "Call interact click." in answer.text


async def test_one_cookie_is_cleared_by_its_name(
    dispatcher: Dispatcher, site: LocalSite, opened: str
) -> None:
    async def names(**given: Any) -> list[str]:
        told = await result(dispatcher, "configure", what="storage", **given)
        return [each["name"] for each in told["cookies"]]

    elsewhere = "https://shop.example/"
    rows = [
        {"name": "sid", "value": "1"},
        {"name": "lang", "value": "en"},
        {"name": "sid", "value": "2", "url": elsewhere},
        {"name": "cart", "value": "3", "domain": ".shop.example", "path": "/"},
    ]
    await result(dispatcher, "configure", what="set_cookies", extra={"cookies": rows})
    assert sorted(await names()) == ["lang", "sid"]
    assert sorted(await names(urls=elsewhere)) == ["cart", "sid"]
    clear = {"what": "storage", "task": "clear_cookies"}
    told = await result(dispatcher, "configure", **clear, name="cart", domain="shop.example")
    assert told["cleared"] == {"cookies": 1, "name": "cart", "domain": "shop.example"}
    assert (sorted(await names()), await names(urls=[elsewhere])) == (["lang", "sid"], ["sid"])
    told = await result(dispatcher, "configure", **clear, name="session")
    assert told["cleared"]["cookies"] == 0
    assert "lang of 127.0.0.1" in told["cookies_of_page"]
    await run(dispatcher, "localStorage.kept = 'yes'")
    told = await result(dispatcher, "configure", what="clear_cookies")
    assert told["cleared"] == {"cookies": 3}
    assert await run(dispatcher, "localStorage.kept") == "yes", "cookies alone"
    await result(dispatcher, "configure", what="storage", task="clear")
    assert await run(dispatcher, "localStorage.kept") is None
    for wrong, param in (({"name": "sid"}, "name"), ({"task": "clear", "name": "sid"}, "name")):
        facts = await error(dispatcher, "configure", what="storage", **wrong)
        assert facts["param"] == param


@pytest.mark.parametrize(
    "words",
    [
        "# Netscape HTTP Cookie File\n.a.example\tTRUE\t/\tFALSE\t0\tsid\t1\n",
        '[{"name": "sid", "value": "1", "domain": "a.example", "hostOnly": true}]',
        '{"cookies": [{"name": 1}]}',
    ],
    ids=["netscape", "list", "damaged"],
)
async def test_a_cookie_file_of_another_format_is_an_error_that_says_which_one_is_right(
    dispatcher: Dispatcher, opened: str, words: str
) -> None:
    folder = dispatcher.state.settings.output
    folder.mkdir(exist_ok=True)
    (folder / "foreign").write_text(words)
    facts = await error(dispatcher, "configure", what="storage", task="load", file="foreign")
    assert facts["error_code"] == "state_invalid"
    assert "Nothing was changed" in facts["hint"]
    assert "storageState" in facts["hint"]


async def test_refs_are_saved_and_taken_up_by_a_later_session(
    dispatcher: Dispatcher, opened: str
) -> None:
    page = "<!doctype html><h2>{}</h2><div><button>Order</button></div>"
    await run(dispatcher, f"document.body.innerHTML = {json.dumps(page.format('Chairs'))}")
    first = await text(dispatcher, "observe", what="find", role="button")
    ref = next(word for word in first.split() if word.startswith("@"))
    saved = await result(dispatcher, "configure", what="storage", task="save_refs", file="r.json")
    assert saved["file"] == "r.json"
    assert saved["saved"]["refs"] >= 1
    await text(dispatcher, "configure", what="clear", buffer="refs")
    loaded = await result(dispatcher, "configure", what="load_refs", file="r.json")
    assert loaded["loaded"] == saved["saved"]
    facts = await error(dispatcher, "interact", what="click", ref=ref)
    assert "not observed since" in facts["message"]
    await text(dispatcher, "observe", what="snapshot")
    pressed = await result(dispatcher, "interact", what="click", ref=ref)
    assert pressed["hit"]["name"] == "Order"
    facts = await error(dispatcher, "configure", what="load_refs", file="none.json")
    assert "output folder" in facts["message"]
    facts = await error(dispatcher, "configure", what="save_refs", file="../r.json")
    assert (facts["error_code"], facts["param"]) == ("path_not_allowed", "file")


async def test_a_body_is_read_on_demand(
    dispatcher: Dispatcher, site: LocalSite, opened: str
) -> None:
    site.put("/order.json", '{"id": 7, "password": "hunter2"}')
    await run(
        dispatcher, f"() => fetch({json.dumps(site.url('/order.json'))}).then((r) => r.text())"
    )
    lines = (await text(dispatcher, "observe", what="network", filter="order.json")).splitlines()
    request_id = lines[1].split()[0]
    body = await text(dispatcher, "observe", what="network", request_id=request_id)
    assert '"id": 7' in body
    assert "hunter2" not in body
    assert body.startswith("response body of ")
    facts = await error(dispatcher, "observe", what="network", request_id="nonsense")
    assert facts["param"] == "request_id"
    facts = await error(dispatcher, "observe", what="network", extra={"part": "request"})
    assert facts["param"] == "part"


async def test_the_status_says_what_is_allowed(dispatcher: Dispatcher, tmp_path: Path) -> None:
    facts = await result(dispatcher, "configure", what="status")
    assert facts["scripts"] == "allowed"
    assert facts["blocked"] == ["*/ad.js"]
    assert len(facts["upload_folders"]) == 2
    assert facts["images"] == "allow"
    other = Dispatcher(Settings(answers="json", output=tmp_path, images="omit"))
    assert (await result(other, "configure", what="status"))["images"] == "omit"


async def test_windows_that_the_browser_refuses_are_not_told_as_open(
    dispatcher: Dispatcher, site: LocalSite, opened: str
) -> None:
    site.put("/small.html", "<!doctype html><title>small</title>")
    script = "for (let n = 0; n < 5; n++) window.open('/small.html?' + n)"
    site.put("/windows.html", f'<!doctype html><button onclick="{script}">Open</button>')
    await result(dispatcher, "interact", what="navigate", url=site.url("/windows.html"))
    done = await result(dispatcher, "interact", what="click", selector="button")
    there = [each["tab_id"] for each in done["tabs"]]
    assert (len(there), done["opened"]) == (1, [site.url("/small.html?0")])
    assert done["not_open"] == 4
    await result(dispatcher, "interact", what="close_tab", tab_id=there[0])
