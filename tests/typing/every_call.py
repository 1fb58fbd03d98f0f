"""Every call of the library's interfaces with all options, which type checkers must accept.

`tests/api/test_typing.py` checks that no call is missing.
"""

from pathlib import Path

import viewmark
from viewmark import agents, sync
from viewmark.agents import computer


async def awaited(browser: viewmark.Browser, page: viewmark.Page, file: Path) -> None:
    await page.accessibility(characters=5000, since="f_1", nodes=100)
    await page.accessibility_tree(nodes=100)
    await page.add_cookies([{"name": "a", "value": "b", "url": "https://example.com"}])
    await page.answer_dialog(True, "Ann")
    await page.audit(area="page")
    await page.back(until="commit", timeout=5)
    await page.block_urls(["*://ads.example/*"])
    await page.bring_to_front()
    await page.call_tool("search", {"words": "x"}, frame="f_1", timeout=5)
    await page.changed()
    await page.check("#a", False, timeout=1)
    await page.checkpoint(file, area="viewport", settle=False)
    await page.clear_cookies(name="a", domain="example.com")
    await page.clear_storage()
    await page.click(
        1, button="right", count=2, modifiers=["Shift"], via=["#menu"], hold=0.5, pointer="touch"
    )
    await page.click("7[3,4]", expect="Saved", expect_timeout=2.5, timeout=1.5)
    await page.click(viewmark.at(10, 20))
    await page.clipboard()
    await page.close()
    await page.compare("before.png", ignore=None, rules=file)
    await page.console(since=3, limit=10, level="warn", contains="x")
    await page.cookies(["https://example.com"], show_values=True)
    await page.copy("#a")
    await page.cut()
    await page.act(["click #a", "fill #b c"])
    await page.dom(characters=5000, since=None, nodes=20, compact=False)
    await page.dom_tree(nodes=20, characters=5000, compact=False)
    await page.drag("@a", "@b", steps=5, modifiers=("Alt",), pointer="mouse", timeout=1)
    await page.drag(3, dx=10, dy=-4.5)
    await page.draw(prompt="What is wrong?", load=file)
    await page.drop("#a", [file, "b.txt"], text="c", timeout=1)
    await page.emulate(
        user_agent="x", platform="Linux", locale="de", timezone_id="UTC", geolocation=(1, 2.5)
    )
    await page.emulate(
        geolocation=(1, 2, 3), has_touch=True, color_scheme="dark", reduced_motion="reduce"
    )
    await page.emulate_device("iPhone 15")
    await page.evaluate("(a, b) => a + b", 1, 2, world="isolated", timeout=1)
    await page.exceptions(since=0, limit=5, contains="Type")
    await page.fill("#a", "b", timeout=1)
    await page.fill("#c", True)
    await page.fill_form([{"target": "#a", "value": "b"}], timeout=1)
    await page.find("Save", role="button", name="Save", limit=3)
    page.forget_refs()
    await page.forward(until="commit", timeout=5)
    await page.get(1, "attribute", "href", secrets=False)
    await page.goto("https://example.com", until="dom", timeout=5, wait="Example")
    await page.har(file)
    await page.hover("@a", modifiers=["Shift"], timeout=1)
    await page.key_down("Shift")
    await page.key_up("Shift")
    await page.keypress(["Tab", "Enter"], target="#a", repeat=2)
    page.load_refs(file)
    await page.load_storage_state("state.json")
    await page.mock("*/api", body=b"{}", status=404, headers={"a": "b"})
    await page.mouse_down("#a", button="middle", timeout=1)
    await page.mouse_move(viewmark.at(1, 2.5), steps=3, timeout=1)
    await page.mouse_up(button="left", timeout=1)
    await page.network(since=1, limit=5, contains="api", failed=True)
    await page.observe(
        annotate=True, target="all_visible", selector="main", within="@a", max_annotations=50
    )
    await page.observe(
        label_format="ref", style=viewmark.Style(opacity=0.5), include=["styles"], settle=True
    )
    await page.observe(
        refs="fresh", since="f_1", if_changed="f_1", format="png", quality=50, max_base64=90_000
    )
    await page.observe(
        max_tokens=900, token_model="claude", max_side=900, scale="device", area="page"
    )
    await page.observe(max_annotations="auto", scale=0.5, exclude="nav")
    await page.outline()
    await page.paste("#a", text="b")
    await page.playwright_test(name="recorded")
    await page.read_on("c_1", characters=5000)
    await page.read_pdf(file, first=2, pages=3, password="x")
    await page.record()
    await page.reload(until="load", timeout=5)
    await page.reproduction()
    await page.request_body("r_1", characters=100)
    await page.reset_emulation()
    await page.reset_permissions()
    await page.reset_viewport()
    await page.response_body("r_1", characters=100)
    page.save_refs("refs.json")
    await page.save_storage_state(file)
    await page.screenshot(
        format="png", quality=50, max_base64=90_000, max_tokens=900, token_model="claude"
    )
    await page.screenshot(max_side=900, scale=2, area="viewport")
    await page.scroll("#a", dx=1, dy=2.5, wheel=True, pointer="auto")
    await page.scroll(to_x=0, to_y=100)
    await page.scroll_to("@a")
    await page.scroll_until("End", selector="#end", container="#list", up=True, scrolls=9)
    await page.select("#a", ["One", {"index": 2}])
    await page.set_extra_http_headers({"a": "b"}, origin="https://example.com")
    await page.set_http_credentials("ann", "x", origin="https://example.com")
    await page.set_network_conditions(
        offline=True, latency_ms=10, download_kbps=100, upload_kbps=50.5
    )
    await page.set_permissions(["geolocation"], setting="denied", origin="https://example.com")
    await page.set_viewport(width=800, height=600, device_scale_factor=2, mobile=True)
    await page.snapshot("main", characters=5000, since="f_1")
    await page.text("@a", characters=5000, since=None)
    await page.tools()
    await page.type("#a", "b", clear=True, keys=True, submit=True, timeout=1)
    await page.unmock("*/api")
    await page.upload("#a", [file], timeout=1)
    await page.viewport()
    await page.wait_for(selector="#a", text="b", url="*/c", load="dom", absent=True, timeout=5)
    await page.wait_for(seconds=0.5)
    await page.wait_for_dialog(timeout=5)
    await browser.context(
        proxy="http://127.0.0.1:8080",
        storage_state=file,
        extra_http_headers={"a": "b"},
        headers_origin="https://example.com",
        user_agent="x",
        navigation_timeout=5,
        wait=1,
        show_secrets=False,
    )
    await browser.page("https://example.com", reused=True)
    await browser.page(tab_id="t")
    await browser.pages()
    await browser.refuse_downloads()
    await browser.tabs()
    await browser.close()
    print(
        page.changes,
        page.closed,
        page.dialog,
        page.downloads,
        page.emulation,
        page.mask,
        page.settles,
        page.steps,
    )
    print(page.show_secrets, page.upload_folders, page.url, page.browser_page)
    print(browser.closed, browser.endpoint, browser.process_id)


def blocking(browser: sync.Browser, page: sync.Page, file: Path) -> None:
    page.accessibility(characters=5000, since="f_1", nodes=100)
    page.accessibility_tree(nodes=100)
    page.add_cookies([{"name": "a", "value": "b", "url": "https://example.com"}])
    page.answer_dialog(True, "Ann")
    page.audit(area="page")
    page.back(until="commit", timeout=5)
    page.block_urls(["*://ads.example/*"])
    page.bring_to_front()
    page.call_tool("search", {"words": "x"}, frame="f_1", timeout=5)
    page.changed()
    page.check("#a", False, timeout=1)
    page.checkpoint(file, area="viewport", settle=False)
    page.clear_cookies(name="a", domain="example.com")
    page.clear_storage()
    page.click(
        1, button="right", count=2, modifiers=["Shift"], via=["#menu"], hold=0.5, pointer="touch"
    )
    page.click("7[3,4]", expect="Saved", expect_timeout=2.5, timeout=1.5)
    page.click(viewmark.at(10, 20))
    page.clipboard()
    page.close()
    page.compare("before.png", ignore=None, rules=file)
    page.console(since=3, limit=10, level="warn", contains="x")
    page.cookies(["https://example.com"], show_values=True)
    page.copy("#a")
    page.cut()
    page.act(["click #a", "fill #b c"])
    page.dom(characters=5000, since=None, nodes=20, compact=False)
    page.dom_tree(nodes=20, characters=5000, compact=False)
    page.drag("@a", "@b", steps=5, modifiers=("Alt",), pointer="mouse", timeout=1)
    page.drag(3, dx=10, dy=-4.5)
    page.draw(prompt="What is wrong?", load=file)
    page.drop("#a", [file, "b.txt"], text="c", timeout=1)
    page.emulate(
        user_agent="x", platform="Linux", locale="de", timezone_id="UTC", geolocation=(1, 2.5)
    )
    page.emulate(
        geolocation=(1, 2, 3), has_touch=True, color_scheme="dark", reduced_motion="reduce"
    )
    page.emulate_device("iPhone 15")
    page.evaluate("(a, b) => a + b", 1, 2, world="isolated", timeout=1)
    page.exceptions(since=0, limit=5, contains="Type")
    page.fill("#a", "b", timeout=1)
    page.fill("#c", True)
    page.fill_form([{"target": "#a", "value": "b"}], timeout=1)
    page.find("Save", role="button", name="Save", limit=3)
    page.forget_refs()
    page.forward(until="commit", timeout=5)
    page.get(1, "attribute", "href", secrets=False)
    page.goto("https://example.com", until="dom", timeout=5, wait="Example")
    page.har(file)
    page.hover("@a", modifiers=["Shift"], timeout=1)
    page.key_down("Shift")
    page.key_up("Shift")
    page.keypress(["Tab", "Enter"], target="#a", repeat=2)
    page.load_refs(file)
    page.load_storage_state("state.json")
    page.mock("*/api", body=b"{}", status=404, headers={"a": "b"})
    page.mouse_down("#a", button="middle", timeout=1)
    page.mouse_move(viewmark.at(1, 2.5), steps=3, timeout=1)
    page.mouse_up(button="left", timeout=1)
    page.network(since=1, limit=5, contains="api", failed=True)
    page.observe(
        annotate=True, target="all_visible", selector="main", within="@a", max_annotations=50
    )
    page.observe(
        label_format="ref", style=viewmark.Style(opacity=0.5), include=["styles"], settle=True
    )
    page.observe(
        refs="fresh", since="f_1", if_changed="f_1", format="png", quality=50, max_base64=90_000
    )
    page.observe(max_tokens=900, token_model="claude", max_side=900, scale="device", area="page")
    page.observe(max_annotations="auto", scale=0.5, exclude="nav")
    page.outline()
    page.paste("#a", text="b")
    page.playwright_test(name="recorded")
    page.read_on("c_1", characters=5000)
    page.read_pdf(file, first=2, pages=3, password="x")
    page.record()
    page.reload(until="load", timeout=5)
    page.reproduction()
    page.request_body("r_1", characters=100)
    page.reset_emulation()
    page.reset_permissions()
    page.reset_viewport()
    page.response_body("r_1", characters=100)
    page.save_refs("refs.json")
    page.save_storage_state(file)
    page.screenshot(
        format="png", quality=50, max_base64=90_000, max_tokens=900, token_model="claude"
    )
    page.screenshot(max_side=900, scale=2, area="viewport")
    page.scroll("#a", dx=1, dy=2.5, wheel=True, pointer="auto")
    page.scroll(to_x=0, to_y=100)
    page.scroll_to("@a")
    page.scroll_until("End", selector="#end", container="#list", up=True, scrolls=9)
    page.select("#a", ["One", {"index": 2}])
    page.set_extra_http_headers({"a": "b"}, origin="https://example.com")
    page.set_http_credentials("ann", "x", origin="https://example.com")
    page.set_network_conditions(offline=True, latency_ms=10, download_kbps=100, upload_kbps=50.5)
    page.set_permissions(["geolocation"], setting="denied", origin="https://example.com")
    page.set_viewport(width=800, height=600, device_scale_factor=2, mobile=True)
    page.snapshot("main", characters=5000, since="f_1")
    page.text("@a", characters=5000, since=None)
    page.tools()
    page.type("#a", "b", clear=True, keys=True, submit=True, timeout=1)
    page.unmock("*/api")
    page.upload("#a", [file], timeout=1)
    page.viewport()
    page.wait_for(selector="#a", text="b", url="*/c", load="dom", absent=True, timeout=5)
    page.wait_for(seconds=0.5)
    page.wait_for_dialog(timeout=5)
    browser.context(
        proxy="http://127.0.0.1:8080",
        storage_state=file,
        extra_http_headers={"a": "b"},
        headers_origin="https://example.com",
        user_agent="x",
        navigation_timeout=5,
        wait=1,
        show_secrets=False,
    )
    browser.page("https://example.com", reused=True)
    browser.page(tab_id="t")
    browser.pages()
    browser.refuse_downloads()
    browser.tabs()
    browser.close()
    print(
        page.changes,
        page.closed,
        page.dialog,
        page.downloads,
        page.emulation,
        page.mask,
        page.settles,
        page.steps,
    )
    print(page.show_secrets, page.upload_folders, page.url)
    print(browser.closed, browser.endpoint, browser.process_id)


async def agent(page: viewmark.Page) -> None:
    for tool in agents.tools(page, framework="langchain", only=["click", "observe"]):
        print(tool)
    agents.PageScreenshotTool(page)
    computer.anthropic(page, pictures=False, format="jpeg", max_side=900, scale=0.5)
    computer.gemini(page, confirm=None, as_json=True, search="https://example.com", format="png")
    computer.openai(page, confirm=None, wait=1, format="png", max_side=900, scale=1)
