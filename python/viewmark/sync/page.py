"""Page and drawing session of the blocking API."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from viewmark.api.drawing import DrawingSession as AsyncSession
from viewmark.api.page import Page as Async
from viewmark.browser.cdp.availability import Dialog
from viewmark.browser.downloads import Download
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.page.changes import ChangeMode
from viewmark.page.emulate import Emulate
from viewmark.page.recording import Step
from viewmark.sync.blocking import Setting, Value, blocking, plain, returning
from viewmark.sync.worker import Facade
from viewmark.unknown_options import suggests_names


class DrawingSession(Facade[AsyncSession]):
    """Draw mode on one page; see `viewmark.DrawingSession`."""

    correlation_id = Value[str](AsyncSession.correlation_id)
    done = blocking(AsyncSession.done)
    reply = blocking(AsyncSession.reply)
    resolve = blocking(AsyncSession.resolve)
    resume = blocking(AsyncSession.resume)
    compare = blocking(AsyncSession.compare)
    report = blocking(AsyncSession.report)
    save = plain(AsyncSession.save)
    close = blocking(AsyncSession.close)

    def __iter__(self) -> Iterator[DrawnAnnotation]:
        """Yield each annotation when first confirmed, and again when the user comments on it."""
        return self._worker.each(self._of.__aiter__())


@suggests_names
class Page(Facade[Async]):
    """One tab of the browser; see `viewmark.Page`."""

    emulation = Value[Emulate](Async.emulation)
    dialog = Value[Dialog | None](Async.dialog)
    steps = Value[tuple[Step, ...]](Async.steps)
    changes = Setting[ChangeMode, ChangeMode](Async.changes)
    settles = Setting[bool, bool](Async.settles)
    upload_folders = Setting[tuple[Path, ...], "Sequence[str | Path]"](Async.upload_folders)
    downloads = Value[tuple[Download, ...]](Async.downloads)
    url = Value[str](Async.url)
    mask = Setting[tuple[str, ...], Sequence[str]](Async.mask)
    show_secrets = Setting[bool, bool](Async.show_secrets)
    checkpoint = blocking(Async.checkpoint)
    compare = blocking(Async.compare)
    audit = blocking(Async.audit)
    save_refs = plain(Async.save_refs)
    load_refs = plain(Async.load_refs)
    forget_refs = plain(Async.forget_refs)
    cookies = blocking(Async.cookies)
    add_cookies = blocking(Async.add_cookies)
    clear_cookies = blocking(Async.clear_cookies)
    save_storage_state = blocking(Async.save_storage_state)
    load_storage_state = blocking(Async.load_storage_state)
    clear_storage = blocking(Async.clear_storage)
    set_permissions = blocking(Async.set_permissions)
    reset_permissions = blocking(Async.reset_permissions)
    block_urls = blocking(Async.block_urls)
    mock = blocking(Async.mock)
    unmock = blocking(Async.unmock)
    set_extra_http_headers = blocking(Async.set_extra_http_headers)
    set_http_credentials = blocking(Async.set_http_credentials)
    set_network_conditions = blocking(Async.set_network_conditions)
    viewport = blocking(Async.viewport)
    set_viewport = blocking(Async.set_viewport)
    reset_viewport = blocking(Async.reset_viewport)
    emulate_device = blocking(Async.emulate_device)
    emulate = blocking(Async.emulate)
    reset_emulation = blocking(Async.reset_emulation)
    wait_for_dialog = blocking(Async.wait_for_dialog)
    answer_dialog = blocking(Async.answer_dialog)
    record = blocking(Async.record)
    reproduction = blocking(Async.reproduction)
    playwright_test = blocking(Async.playwright_test)
    har = blocking(Async.har)
    snapshot = blocking(Async.snapshot)
    text = blocking(Async.text)
    dom = blocking(Async.dom)
    accessibility = blocking(Async.accessibility)
    read_on = blocking(Async.read_on)
    find = blocking(Async.find)
    read_pdf = blocking(Async.read_pdf)
    get = blocking(Async.get)
    evaluate = blocking(Async.evaluate)
    tools = blocking(Async.tools)
    call_tool = blocking(Async.call_tool)
    scroll_to = blocking(Async.scroll_to)
    dom_tree = blocking(Async.dom_tree)
    accessibility_tree = blocking(Async.accessibility_tree)
    outline = blocking(Async.outline)
    console = blocking(Async.console)
    exceptions = blocking(Async.exceptions)
    network = blocking(Async.network)
    response_body = blocking(Async.response_body)
    request_body = blocking(Async.request_body)
    changed = blocking(Async.changed)
    click = blocking(Async.click)
    hover = blocking(Async.hover)
    type = blocking(Async.type)
    select = blocking(Async.select)
    scroll = blocking(Async.scroll)
    keypress = blocking(Async.keypress)
    upload = blocking(Async.upload)
    drop = blocking(Async.drop)
    copy = blocking(Async.copy)
    cut = blocking(Async.cut)
    paste = blocking(Async.paste)
    clipboard = blocking(Async.clipboard)
    drag = blocking(Async.drag)
    mouse_move = blocking(Async.mouse_move)
    mouse_down = blocking(Async.mouse_down)
    mouse_up = blocking(Async.mouse_up)
    key_down = blocking(Async.key_down)
    key_up = blocking(Async.key_up)
    scroll_until = blocking(Async.scroll_until)
    fill = blocking(Async.fill)
    fill_form = blocking(Async.fill_form)
    check = blocking(Async.check)
    act = blocking(Async.act)
    observe = blocking(Async.observe)
    draw = returning(DrawingSession, Async.draw)
    screenshot = blocking(Async.screenshot)
    wait_for = blocking(Async.wait_for)
    goto = blocking(Async.goto)
    reload = blocking(Async.reload)
    back = blocking(Async.back)
    forward = blocking(Async.forward)
    bring_to_front = blocking(Async.bring_to_front)
    close = blocking(Async.close)

    @property
    def closed(self) -> bool:
        """True if the tab or the connection is closed."""
        return self._of.closed
