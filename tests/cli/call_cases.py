"""Test data: calls of `Page`, their form in each interface, and their effect on a page."""

from __future__ import annotations

from typing import Any

from faces import Case, Step

PAGE = """<!doctype html><title>Shop</title>
<style>body { margin: 0; height: 4000px } #far { position: absolute; top: 3000px }
#tray { width: 200px; height: 60px; background: #ddd } #card { width: 80px }</style>
<input id=name aria-label=Name value=old> <input id=other aria-label=Other>
<input id=box type=checkbox aria-label=Terms>
<select id=size aria-label=Size><option>Small<option>Large</select>
<button id=go>Go</button><input id=file type=file aria-label=Attachment>
<div id=card draggable=true>Card</div><div id=tray>Tray</div>
<p id=note>Fares from 12 euros</p><button id=far>Far below</button>
<script>
window.log = [];
for (const kind of ["mousedown", "mouseup", "click", "mouseover"])
  addEventListener(kind, (e) => log.push(`${kind} ${e.target.id}`));
for (const kind of ["keydown", "keyup"])
  addEventListener(kind, (e) => log.push(`${kind} ${e.key}`));
card.ondragstart = (e) => e.dataTransfer.setData("text", "card");
tray.ondragover = (e) => e.preventDefault();
tray.ondrop = (e) => { e.preventDefault(); log.push("drop " + e.dataTransfer.getData("text")) };
console.log("spoken");
setTimeout(() => { throw new Error("broken") }, 0);
</script>"""


def step(call: str, *args: Any, **options: Any) -> Step:
    """Return a call; `mcp`, `shell` and `tool` are its forms in these interfaces."""
    faces = {name: options.pop(name, None) for name in ("mcp", "shell", "tool")}
    return Step(call=call, args=args, options=options, **faces)


def on(
    call: str,
    target: str,
    *args: Any,
    mcp: dict[str, Any] | None = None,
    shell: tuple[str, ...] = (),
    tool: dict[str, Any] | None = None,
    **options: Any,
) -> Step:
    """Return a call on a target that has the same name in each interface, with further options."""
    return Step(
        call=call,
        args=(target, *args),
        options=options,
        mcp=interact(call, selector=target, **(mcp or {})),
        shell=(call, target, *shell),
        tool=None if tool is None else (call, {"target": target, **tool}),
    )


def interact(what: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return "interact", {"what": what, **more}


def look(what: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return "observe", {"what": what, **more}


def configure(what: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return "configure", {"what": what, **more}


def case(*steps: Step, **more: Any) -> Case:
    return Case(steps=steps, **more)


GO = {"selector": "#go"}
NAME = {"selector": "#name"}
FIELDS = [{"target": "#name", "value": "Ann"}, {"target": "#box", "value": True}]
COOKIE = {"name": "kind", "value": "oat", "url": "$page"}
COPY = on("copy", "#name")
CUT = on("cut", "#name")
PASTE = on("paste", "#other")
ADD_COOKIE = step(
    "add_cookies",
    [COOKIE],
    mcp=configure("storage", task="set", cookies=[COOKIE]),
    shell=("cookies", "set", "kind=oat", "--url", "$page"),
)
CLEAR_STORAGE = step(
    "clear_storage", mcp=configure("storage", task="clear"), shell=("state", "clear")
)
NEXT = step(
    "goto",
    "$next",
    mcp=interact("navigate", url="$next"),
    shell=("goto", "$next"),
    tool=("navigate", {"url": "$next"}),
)
BACK = step("back", mcp=interact("back"), shell=("back",), tool=("navigate", {"url": "back"}))
RECORD = step("record", shell=("record",))
HERE = step("goto", "$page", mcp=interact("navigate", url="$page"), shell=("goto", "$page"))
PRESS = on("click", "#go", tool={})
RESET = step("reset_emulation", mcp=configure("emulate", reset=True), shell=("emulate", "--reset"))
UNMOCK = step(
    "unmock", "$api", mcp=configure("traffic", unmock="$api"), shell=("network", "unmock", "$api")
)
FETCHED = "fetch('/api').then((answer) => answer.text(), () => 'blocked')"
READ = {"says": "Fares from 12 euros"}

CASES = (
    case(PRESS, effect="log.filter((each) => each === 'click go').length", want=1),
    case(
        on("hover", "#go", tool={}),
        effect="log.includes('mouseover go')",
    ),
    case(
        step("mouse_move", "#go", mcp=interact("mouse_move", **GO), shell=("mouse", "move", "#go")),
        effect="log.includes('mouseover go')",
    ),
    case(
        step("mouse_down", "#go", mcp=interact("mouse_down", **GO), shell=("mouse", "down", "#go")),
        step("mouse_up", "#go", mcp=interact("mouse_up", **GO), shell=("mouse", "up", "#go")),
        effect="log.filter((each) => /^mouse(down|up) go/.test(each)).length",
        want=2,
    ),
    case(
        step(
            "key_down",
            "Shift",
            mcp=interact("key_down", key="Shift"),
            shell=("key", "down", "Shift"),
        ),
        step("key_up", "Shift", mcp=interact("key_up", key="Shift"), shell=("key", "up", "Shift")),
        effect="log.filter((each) => /^key(down|up) Shift/.test(each)).length",
        want=2,
    ),
    case(
        step(
            "keypress",
            "x",
            mcp=interact("keypress", key="x"),
            shell=("press", "x"),
            tool=("press", {"keys": "x"}),
        ),
        before="void document.querySelector('#name').focus()",
        effect="log.includes('keydown x') && name_().includes('x')",
    ),
    case(
        on("type", "#name", " new", mcp={"text": " new"}, shell=(" new",), tool={"text": " new"}),
        effect="name_()",
        want="old new",
    ),
    case(
        on("fill", "#name", "Ann", mcp={"value": "Ann"}, shell=("Ann",)),
        effect="name_()",
        want="Ann",
    ),
    case(
        step(
            "fill_form",
            FIELDS,
            mcp=interact("fill_form", fields=FIELDS),
            shell=("fill", "#name", "Ann", "#box", "true"),
            tool=("fill_form", {"fields": FIELDS}),
        ),
        effect="[name_(), box.checked]",
        want=["Ann", True],
    ),
    case(
        step("fill", "#name", "", mcp=interact("clear", **NAME), shell=("fill", "#name", "")),
        effect="name_()",
        want="",
    ),
    case(
        on("check", "#box", tool={}),
        effect="box.checked",
    ),
    case(
        on(
            "select",
            "#size",
            "Large",
            mcp={"value": "Large"},
            shell=("Large",),
            tool={"options": ["Large"]},
        ),
        effect="size.value",
        want="Large",
    ),
    case(
        step(
            "scroll",
            dy=300,
            mcp=interact("scroll", dy=300),
            shell=("scroll", "down", "300"),
            tool=("scroll", {"direction": "down", "amount": 300}),
        ),
        effect="scrollY",
        want=300,
    ),
    case(
        step(
            "scroll_to",
            "#far",
            mcp=interact("scroll", selector="#far"),
            shell=("scroll", "#far"),
            tool=("scroll", {"target": "#far"}),
        ),
        effect="far.getBoundingClientRect().top < innerHeight",
    ),
    case(
        step(
            "scroll_until",
            "Far below",
            mcp=interact("scroll_until", text="Far below"),
            shell=("scroll", "down", "--until", "Far below"),
        ),
        effect="far.getBoundingClientRect().top < innerHeight",
    ),
    case(
        step(
            "drag",
            "#card",
            "#tray",
            mcp=interact("drag", selector="#card", to="#tray"),
            shell=("drag", "#card", "#tray"),
            tool=("drag", {"source": "#card", "to": "#tray"}),
        ),
        effect="log.includes('drop card')",
    ),
    case(
        on("drop", "#tray", text="words", mcp={"text": "words"}, shell=("--text", "words")),
        effect="log.includes('drop words')",
    ),
    case(
        on("upload", "#file", "cv.txt", mcp={"files": ["cv.txt"]}, shell=("cv.txt",)),
        effect="file.files[0].name",
        want="cv.txt",
    ),
    case(COPY, PASTE, effect="[name_(), other.value]", want=["old", "old"]),
    case(CUT, PASTE, effect="[name_(), other.value]", want=["", "old"]),
    case(NEXT, effect="document.title", want="Next"),
    case(NEXT, BACK, effect="document.title", want="Shop"),
    case(
        NEXT,
        BACK,
        step("forward", mcp=interact("forward"), shell=("forward",)),
        effect="document.title",
        want="Next",
    ),
    case(
        step(
            "reload",
            mcp=interact("reload"),
            shell=("reload",),
            tool=("navigate", {"url": "reload"}),
        ),
        before="void (window.mark = 1)",
        effect="window.mark === undefined",
    ),
    case(
        step(
            "wait_for",
            text="Arrived",
            mcp=interact("wait_for", text="Arrived"),
            shell=("wait", "--text", "Arrived"),
            tool=("wait", {"text": "Arrived"}),
        ),
        before="void setTimeout(() => { note.textContent = 'Arrived' }, 300)",
        effect="note.textContent",
        want="Arrived",
    ),
    case(
        step("wait_for_dialog", mcp=interact("wait_for", dialog=True), shell=("wait", "--dialog")),
        step(
            "answer_dialog",
            mcp=interact("answer_dialog", accept=True),
            shell=("dialog", "accept"),
            tool=("answer_dialog", {"accept": True}),
        ),
        before="void setTimeout(() => { document.title = confirm('Sure?') }, 300)",
        effect="document.title",
        want="true",
    ),
    case(
        step(
            "evaluate",
            "document.title = 'Run'",
            mcp=interact("run_script", script="document.title = 'Run'"),
            shell=("eval", "document.title = 'Run'"),
        ),
        effect="document.title",
        want="Run",
    ),
    case(step("snapshot", mcp=look("snapshot"), shell=("snapshot",)), **READ),
    case(step("text", mcp=look("text"), shell=("text",), tool=("read", {})), **READ),
    case(step("dom", mcp=look("dom"), shell=("dom",)), **READ),
    case(step("accessibility", mcp=look("accessibility"), shell=("accessibility",)), **READ),
    case(
        step(
            "find",
            "Fares",
            mcp=look("find", text="Fares"),
            shell=("find", "Fares"),
            tool=("find", {"text": "Fares"}),
        ),
        **READ,
    ),
    case(
        step(
            "get",
            "#note",
            "text",
            mcp=look("get", selector="#note", property="text"),
            shell=("get", "text", "#note"),
        ),
        **READ,
    ),
    case(
        step(
            "observe",
            mcp=look("page", annotate_screenshot=True),
            shell=("look",),
            tool=("look", {"picture": False}),
        ),
        says="@card",
    ),
    case(
        step("screenshot", mcp=look("screenshot"), shell=("shot", "made.png")),
        says="1280",
    ),
    case(step("console", mcp=look("logs"), shell=("console",)), says="spoken"),
    case(step("exceptions", mcp=look("errors"), shell=("errors",)), says="broken"),
    case(RECORD, HERE, step("network", mcp=look("network"), shell=("network",)), says="/shop.html"),
    case(
        RECORD,
        HERE,
        step("har", mcp=("generate", {"what": "har"}), shell=("har", "made.har")),
        says="har",
    ),
    case(
        RECORD,
        PRESS,
        step("reproduction", mcp=("generate", {"what": "reproduction"}), shell=("steps",)),
        says="Click button",
    ),
    case(
        RECORD,
        PRESS,
        step("playwright_test", mcp=("generate", {"what": "test"}), shell=("steps", "--test")),
        says="def test_",
    ),
    case(
        step(
            "set_viewport",
            width=500,
            height=400,
            mcp=configure("viewport", width=500, height=400),
            shell=("viewport", "500x400"),
        ),
        effect="[innerWidth, innerHeight]",
        want=[500, 400],
        undo=(RESET,),
    ),
    case(
        step(
            "emulate",
            color_scheme="dark",
            mcp=configure("emulate", environment={"color_scheme": "dark"}),
            shell=("emulate", "--color-scheme", "dark"),
        ),
        effect="matchMedia('(prefers-color-scheme: dark)').matches",
        undo=(RESET,),
    ),
    case(
        step(
            "emulate_device",
            "iPhone 15",
            mcp=configure("emulate", environment={"device": "iPhone 15"}),
            shell=("emulate", "--device", "iPhone 15"),
        ),
        RESET,
        effect="innerWidth > 1000",
    ),
    case(ADD_COOKIE, effect="document.cookie", want="kind=oat", undo=(CLEAR_STORAGE,)),
    case(
        ADD_COOKIE,
        step("cookies", mcp=configure("storage", task="cookies"), shell=("cookies",)),
        says="kind",
        undo=(CLEAR_STORAGE,),
    ),
    case(
        ADD_COOKIE,
        step(
            "clear_cookies",
            mcp=configure("storage", task="clear_cookies"),
            shell=("cookies", "clear"),
        ),
        effect="document.cookie",
        want="",
    ),
    case(
        ADD_COOKIE,
        step(
            "save_storage_state",
            "$folder/state.json",
            mcp=configure("storage", task="save", file="state.json"),
            shell=("state", "save", "state.json"),
        ),
        CLEAR_STORAGE,
        step(
            "load_storage_state",
            "$folder/state.json",
            mcp=configure("storage", task="load", file="state.json"),
            shell=("state", "load", "state.json"),
        ),
        effect="document.cookie",
        want="kind=oat",
        undo=(CLEAR_STORAGE,),
    ),
    case(
        step(
            "mock",
            "$api",
            body="mocked",
            mcp=configure("traffic", mock={"url": "$api", "body": "mocked"}),
            shell=("network", "mock", "$api", "--body", "mocked"),
        ),
        effect=FETCHED,
        want="mocked",
        undo=(UNMOCK,),
    ),
    case(
        step(
            "block_urls",
            ["*/api"],
            mcp=configure("traffic", block=["*/api"]),
            shell=("network", "block", "*/api"),
        ),
        effect=FETCHED,
        want="blocked",
        undo=(step("block_urls", [], mcp=configure("traffic", block=[])),),
    ),
)

ELSEWHERE = {
    "mcp/test_act_calls.py": "act",
    "api/test_page_inspection.py": "dom_tree accessibility_tree outline",
    "api/test_page_traffic.py": "set_extra_http_headers set_http_credentials "
    "set_network_conditions response_body request_body",
    "api/test_page_environment.py": "reset_viewport viewport",
    "api/test_page_storage.py": "set_permissions reset_permissions",
    "api/test_hidden_tabs.py": "bring_to_front",
    "comparison": "checkpoint compare audit",
    "drawmode": "draw",
    "mcp/test_page_tool_calls.py": "tools call_tool",
    "page/test_changes.py": "changed",
    "page/test_read_snapshot.py": "read_on",
    "page/test_act_hold.py": "clipboard",
    "pdf": "read_pdf",
    "sync/test_sync.py": "close save_refs load_refs",
    "api/test_browsers.py": "forget_refs",
}
"""Tests of the calls that need more than a page and an interface, keyed by call."""
