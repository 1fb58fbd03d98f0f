"""Types of pages and drawings without `await`, written by `make sync`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from viewmark.api import drawing as drawing_
from viewmark.api import page as page_
from viewmark.browser.actions.input import Button
from viewmark.browser.actions.navigation import Until
from viewmark.browser.actions.touch import Pointer
from viewmark.browser.downloads import Download
from viewmark.comparison.api import Source
from viewmark.comparison.audit import Audit
from viewmark.comparison.checkpoint import Checkpoint
from viewmark.comparison.model import PageComparison
from viewmark.comparison.rules import Ignored
from viewmark.defaults import (
    CLICKS,
    FINDING_COUNTS,
    HOLDS,
    KEY_REPEATS,
    MOVES,
    NODE_COUNTS,
    PDF_PAGES,
    QUALITIES,
    READINGS,
    RECORD_COUNTS,
    REST_TIMEOUTS,
    SCALES,
    SCROLL_COUNTS,
    SIDES,
    TIMEOUTS,
)
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.results import Drawing
from viewmark.drawmode.since import MarkComparison
from viewmark.elements.cap import MaxAnnotations
from viewmark.geometry import Viewport
from viewmark.imaging import Format, Style, TokenModel
from viewmark.page.act_forms import FormResult, Value
from viewmark.page.action_result import ActionResult
from viewmark.page.bodies import Body
from viewmark.page.changes import ChangeMode, Changes
from viewmark.page.clipboard import ClipboardText
from viewmark.page.cookies import Cookie
from viewmark.page.detail import ElementDetail, What
from viewmark.page.dialogs import Dialog
from viewmark.page.emulate import ColorScheme, Emulate, ReducedMotion
from viewmark.page.evaluate import Evaluation, ScriptWorld
from viewmark.page.find import Findings
from viewmark.page.navigate import NavigationResult
from viewmark.page.observation import Observation
from viewmark.page.observe_options import AnnotationTarget, Included, LabelFormat, Refs
from viewmark.page.outline import PageOutline
from viewmark.page.page_tools import PageToolResult, PageTools
from viewmark.page.permissions import PermissionSetting
from viewmark.page.reading import PageText
from viewmark.page.recording import Step
from viewmark.page.records import ConsoleMessage, Level, PageException, Records, Request
from viewmark.page.screenshot import Screenshot
from viewmark.page.steps import StepsResult
from viewmark.page.storage_state import StorageSummary
from viewmark.page.target import Area, Target
from viewmark.page.trees import AccessibilityTree, DomView
from viewmark.pdf.model import PdfDocument
from viewmark.sync.worker import Facade

class DrawingSession(Facade[drawing_.DrawingSession]):
    """Draw mode on one page: annotations as they are confirmed, then all of them."""
    @property
    def correlation_id(self) -> str:
        """Name of the session."""
    def __iter__(self) -> Iterator[DrawnAnnotation]:
        """Each annotation when it is first confirmed, and again when the human writes about it."""
    def done(self, *, patience: float = 300.0) -> Drawing:
        """Wait until the human is done: annotations, pictures, status."""
    def reply(
        self,
        annotation: int | str | DrawnAnnotation,
        text: str,
        *,
        status: Literal["seen", "in_progress", "resolved"] | None = None,
    ) -> DrawnAnnotation:
        """Write about an annotation; the human sees it on the page, and can answer."""
    def resolve(self, annotation: int | str | DrawnAnnotation, text: str = "") -> DrawnAnnotation:
        """Say that an annotation is done, with a sentence or without; the human can reopen it."""
    def resume(self, *, prompt: str = "") -> None:
        """Show the drawing to the human again, with what was written about its annotations."""
    def compare(self, annotation: int | str | DrawnAnnotation) -> MarkComparison:
        """What changed in the place of an annotation since the human was done."""
    def report(self) -> str:
        """The drawing as Markdown with its pictures, for a ticket."""
    def save(self, path: str | Path) -> None:
        """Write the annotations as JSON, to go on with `page.draw(load=path)` on another day."""
    def close(self) -> None:
        """Take the overlay and everything of it away."""

class Page(Facade[page_.Page]):
    """One tab with its memory: refs and earlier looks."""
    def checkpoint(
        self,
        path: str | Path | None = None,
        *,
        area: Literal["viewport", "page"] = "viewport",
        settle: bool = True,
    ) -> Checkpoint:
        """Look at everything visible with its styles, to compare the page with this moment later."""
    def compare(
        self, before: Source, *, ignore: Ignored | None = None, rules: str | Path | None = None
    ) -> PageComparison:
        """What changed on the page since a checkpoint, by element and property."""
    def audit(self, *, area: Literal["viewport", "page"] = "viewport") -> Audit:
        """Verdicts on the page as it is, by rule (docs/compare.md, "Audit")."""
    def save_refs(self, path: str | Path) -> None:
        """Write the refs of this tab to a JSON file: names and refs, no values, no page text."""
    def load_refs(self, path: str | Path) -> None:
        """Take up the refs of an earlier session; do it before the first look."""
    def forget_refs(self) -> None:
        """Let refs begin anew, as in a tab of its own."""
    def cookies(
        self, urls: Sequence[str] | None = None, *, show_values: bool = False
    ) -> list[Cookie]:
        """Cookies that requests to these addresses carry."""
    def add_cookies(self, added: Sequence[Mapping[str, Any]]) -> None:
        """Set cookies, all or none."""
    def clear_cookies(self, *, name: str | None = None, domain: str | None = None) -> int:
        """Remove cookies of the browser; how many there were."""
    def save_storage_state(self, file: str | Path) -> StorageSummary:
        """Write all cookies, and the localStorage of the page's own origin, to a file."""
    def load_storage_state(self, file: str | Path) -> StorageSummary:
        """Set the cookies and localStorage that a file has; pages loaded afterwards use them."""
    def clear_storage(self) -> StorageSummary:
        """Remove all cookies, and all that the page's own origin has stored in the browser."""
    def set_permissions(
        self,
        names: Sequence[str],
        *,
        setting: PermissionSetting = "granted",
        origin: str | None = None,
    ) -> None:
        """Decide what an origin may."""
    def reset_permissions(self) -> None:
        """Forget all such decisions, of all origins."""
    def block_urls(self, patterns: Sequence[str]) -> None:
        """Refuse requests to these addresses, in place of those refused before; `[]`: none."""
    def mock(
        self,
        url: str,
        *,
        body: str | bytes = "",
        status: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Answer requests to an address in place of the server; the newest that fits counts."""
    def unmock(self, url: str | None = None) -> None:
        """Let the server answer again."""
    def set_extra_http_headers(
        self, headers: Mapping[str, str], *, origin: str | None = None
    ) -> None:
        """Send these headers with every request, in place of those set before; `{}`: none."""
    def set_http_credentials(
        self, username: str | None, password: str = "", *, origin: str = ""
    ) -> None:
        """Answer an origin that asks for a user (HTTP authentication); None ends that."""
    def set_network_conditions(
        self,
        *,
        offline: bool = False,
        latency_ms: float = 0.0,
        download_kbps: float | None = None,
        upload_kbps: float | None = None,
    ) -> None:
        """Make the network slow, or take it away; without options it is normal again."""
    def viewport(self) -> Viewport:
        """The visible part of the page now: size and scroll offset in CSS px, and the scale."""
    def set_viewport(
        self,
        *,
        width: int | None = None,
        height: int | None = None,
        device_scale_factor: float | None = None,
        mobile: bool | None = None,
    ) -> Viewport:
        """Give the page a size; what is omitted stays as it is."""
    def reset_viewport(self) -> Viewport:
        """Back to the size that the page was opened with; the viewport that it has then."""
    def emulate_device(self, name: str) -> None:
        """Size, touch and user agent of a device; load the page again to have it all."""
    def emulate(
        self,
        *,
        user_agent: str | None = None,
        platform: str | None = None,
        locale: str | None = None,
        timezone_id: str | None = None,
        geolocation: tuple[float, float] | tuple[float, float, float] | None = None,
        has_touch: bool | None = None,
        color_scheme: ColorScheme | None = None,
        reduced_motion: ReducedMotion | None = None,
    ) -> None:
        """Make the page believe it, frames of other sites too; what is omitted stays as it is."""
    @property
    def emulation(self) -> Emulate:
        """What `emulate` and `emulate_device` have set; None where nothing is emulated."""
    def reset_emulation(self) -> None:
        """Undo `emulate`, `emulate_device` and `set_viewport`."""
    @property
    def dialog(self) -> Dialog | None:
        """The dialog that is open now."""
    def wait_for_dialog(self, *, timeout: Annotated[float, TIMEOUTS] = 10.0) -> Dialog:
        """The dialog that is open, or the next one."""
    def answer_dialog(self, accept: bool = True, text: str | None = None) -> Dialog:
        """Answer the dialog that is open; the result says which one it was."""
    def record(self) -> None:
        """Begin anew: forget steps, console, exceptions and requests, and record from here."""
    @property
    def steps(self) -> tuple[Step, ...]:
        """What was done with this page, oldest first; texts of secret fields are not kept."""
    def reproduction(self) -> str:
        """The steps in words, numbered, with selectors and what was really hit."""
    def playwright_test(self, *, name: str = "recorded") -> str:
        """The steps as a test for pytest with Playwright's plug-in."""
    def har(self, file: str | Path | None = None) -> dict[str, Any]:
        """The recorded requests as an HTTP archive (HAR 1.2), without bodies and credentials."""
    def snapshot(
        self,
        target: Target | None = None,
        *,
        characters: Annotated[int, READINGS] = 20000,
        since: str | None = None,
    ) -> PageText:
        """The whole page as an outline: a line with role, name, ref and state for each element."""
    def text(
        self,
        target: Target | None = None,
        *,
        characters: Annotated[int, READINGS] = 20000,
        since: str | None = None,
    ) -> PageText:
        """What a person can read on the page, as Markdown; links and controls have refs."""
    def dom(
        self,
        *,
        characters: Annotated[int, READINGS] = 20000,
        since: str | None = None,
        nodes: Annotated[int, NODE_COUNTS] | None = None,
        compact: bool = True,
    ) -> PageText:
        """The rendered DOM, a line for each node: tag, id, role, name, ref, state, what is in view."""
    def accessibility(
        self,
        *,
        characters: Annotated[int, READINGS] = 20000,
        since: str | None = None,
        nodes: Annotated[int, NODE_COUNTS] | None = None,
    ) -> PageText:
        """What assistive technology is told: Chrome's accessibility tree, a line for each node."""
    def read_on(self, cursor: str, *, characters: Annotated[int, READINGS] = 20000) -> PageText:
        """The next part of a reading (`snapshot`, `text`, `dom`, ...), as the page was then."""
    def find(
        self,
        text: str | None = None,
        *,
        role: str | None = None,
        name: str | None = None,
        limit: Annotated[int, FINDING_COUNTS] = 20,
    ) -> Findings:
        """Find words, or elements, on the whole page: beyond the viewport and in frames too."""
    def read_pdf(
        self,
        file: str | Path | None = None,
        *,
        first: int = 1,
        pages: Annotated[int, PDF_PAGES] = 1000,
        password: str | None = None,
    ) -> PdfDocument:
        """The PDF that the page shows: pages, lines and links, each with its box in pt."""
    def get(
        self, target: Target, what: What, name: str | None = None, *, secrets: bool = False
    ) -> ElementDetail:
        """One thing of one element, whole, wherever it lies."""
    def evaluate(
        self,
        script: str,
        *args: object,
        world: ScriptWorld = "page",
        timeout: Annotated[float, TIMEOUTS] = 10.0,
    ) -> Evaluation:
        """Run a script in the main frame; its result as JSON, in `value`."""
    def tools(self) -> PageTools:
        """The tools that the page offers to agents (WebMCP): name, description, input schema."""
    def call_tool(
        self,
        name: str,
        input: Mapping[str, Any] | None = None,
        *,
        frame: str | None = None,
        timeout: Annotated[float, TIMEOUTS] = 30.0,
    ) -> PageToolResult:
        """Call a tool that the page offers, and wait for its response."""
    def scroll_to(self, target: Target) -> ActionResult:
        """Bring an element into view, through frames and containers; reports what scrolled."""
    def dom_tree(
        self, *, nodes: int = 500, characters: int = 30000, compact: bool = True
    ) -> DomView:
        """What `dom` tells as data: a tree whose nodes say whether they are in view."""
    def accessibility_tree(self, *, nodes: int = 300) -> AccessibilityTree:
        """What `accessibility` tells as data: a flat list of nodes with their depths."""
    def outline(self) -> PageOutline:
        """Address, title, headings, forms, and how many elements are in view; no picture."""
    def console(
        self,
        *,
        since: int = 0,
        limit: Annotated[int, RECORD_COUNTS] = 50,
        level: Level = "debug",
        contains: str = "",
    ) -> Records[ConsoleMessage]:
        """Lines of the console and of the browser's own log, oldest first; the last 500 are kept."""
    def exceptions(
        self, *, since: int = 0, limit: Annotated[int, RECORD_COUNTS] = 50, contains: str = ""
    ) -> Records[PageException]:
        """Uncaught exceptions and unhandled rejections; options as for `console`."""
    def network(
        self,
        *,
        since: int = 0,
        limit: Annotated[int, RECORD_COUNTS] = 50,
        contains: str = "",
        failed: bool = False,
    ) -> Records[Request]:
        """Requests that have ended since recording began (`began_ms`); see `console`."""
    def response_body(self, request_id: str, *, characters: int = 50000) -> Body:
        """The body that a recorded request brought, cut, and without secrets where it is text."""
    def request_body(self, request_id: str, *, characters: int = 50000) -> Body:
        """The body that a recorded request carried; as `response_body`."""
    @property
    def changes(self) -> ChangeMode:
        """Whether results of actions report what changed on the page (`ActionResult.changes`)."""
    @changes.setter
    def changes(self, value: ChangeMode) -> None: ...
    def changed(self) -> Changes | None:
        """What changed since the last report of an action; None where `changes` is `none`."""
    def click(
        self,
        target: Target,
        *,
        button: Button = "left",
        count: Annotated[int, CLICKS] = 1,
        modifiers: Sequence[str] = (),
        via: Sequence[Target] = (),
        hold: Annotated[float, HOLDS] = 0.0,
        expect: str | None = None,
        expect_timeout: Annotated[float, TIMEOUTS] = 5.0,
        pointer: Pointer = "auto",
        timeout: Annotated[float, REST_TIMEOUTS] = 3.0,
    ) -> ActionResult:
        """Click."""
    def hover(
        self,
        target: Target,
        *,
        modifiers: Sequence[str] = (),
        timeout: Annotated[float, REST_TIMEOUTS] = 3.0,
    ) -> ActionResult:
        """Move the mouse onto a target and leave it there; raises as `click`."""
    def type(
        self,
        target: Target | None,
        text: str,
        *,
        clear: bool = False,
        keys: bool = False,
        submit: bool = False,
        timeout: Annotated[float, REST_TIMEOUTS] = 3.0,
    ) -> ActionResult:
        """Type into a field as keys do: what is there stays, unless `clear`; `fill` replaces it."""
    def select(
        self, target: Target, options: str | Mapping[str, Any] | Sequence[str | Mapping[str, Any]]
    ) -> ActionResult:
        """Choose options of a list."""
    def scroll(
        self,
        target: Target | None = None,
        *,
        dx: float | None = None,
        dy: float | None = None,
        to_x: float | None = None,
        to_y: float | None = None,
        wheel: bool = False,
        pointer: Pointer = "auto",
    ) -> ActionResult:
        """Scroll by an amount, to an offset, or a target into view; tells what moved, how far."""
    def keypress(
        self,
        keys: str | Sequence[str],
        *,
        target: Target | None = None,
        repeat: Annotated[int, KEY_REPEATS] = 1,
    ) -> ActionResult:
        """Press keys where the focus is, or on a target."""
    @property
    def upload_folders(self) -> tuple[Path, ...]:
        """Folders whose files may be uploaded or dropped; by default the current working folder."""
    @upload_folders.setter
    def upload_folders(self, value: Sequence[str | Path]) -> None: ...
    @property
    def downloads(self) -> tuple[Download, ...]:
        """What the page has downloaded so far, oldest first; one that goes on changes by itself."""
    def upload(
        self,
        target: Target,
        files: str | Path | Sequence[str | Path],
        *,
        timeout: Annotated[float, REST_TIMEOUTS] = 3.0,
    ) -> ActionResult:
        """Give files to a page."""
    def drop(
        self,
        target: Target,
        files: str | Path | Sequence[str | Path] = (),
        *,
        text: str | None = None,
        timeout: Annotated[float, REST_TIMEOUTS] = 3.0,
    ) -> ActionResult:
        """Drop files or a text onto a target, as from outside of the browser."""
    def copy(self, target: Target | None = None) -> ActionResult:
        """Copy into the clipboard of a browser without a window, else into one of ours."""
    def cut(self, target: Target | None = None) -> ActionResult:
        """Copy and delete; as `copy`."""
    def paste(self, target: Target | None = None, *, text: str | None = None) -> ActionResult:
        """Paste what was copied last, also by a page ("Copy link"), or a text."""
    def clipboard(self) -> ClipboardText:
        """What was copied last, by `copy`, or by a page ("Copy link") or keys; and by whom."""
    def drag(
        self,
        source: Target,
        to: Target | None = None,
        *,
        dx: float = 0.0,
        dy: float = 0.0,
        steps: Annotated[int, MOVES] = 10,
        modifiers: Sequence[str] = (),
        pointer: Pointer = "auto",
        timeout: Annotated[float, REST_TIMEOUTS] = 3.0,
    ) -> ActionResult:
        """Drag with the mouse, and by HTML drag and drop where the page uses that."""
    def mouse_move(
        self,
        target: Target,
        *,
        steps: Annotated[int, MOVES] = 1,
        timeout: Annotated[float, REST_TIMEOUTS] = 3.0,
    ) -> ActionResult:
        """Move the mouse, with the buttons that are down."""
    def mouse_down(
        self,
        target: Target | None = None,
        *,
        button: Button = "left",
        timeout: Annotated[float, REST_TIMEOUTS] = 3.0,
    ) -> ActionResult:
        """Press a button and leave it down; `report["held"]` has the buttons that are."""
    def mouse_up(
        self,
        target: Target | None = None,
        *,
        button: Button = "left",
        timeout: Annotated[float, REST_TIMEOUTS] = 3.0,
    ) -> ActionResult:
        """Release a button; options as for `mouse_down`."""
    def key_down(self, key: str) -> ActionResult:
        """Press a key and leave it down; a modifier counts for all that is done until it is up."""
    def key_up(self, key: str) -> ActionResult:
        """Release a key."""
    def scroll_until(
        self,
        text: str | None = None,
        *,
        selector: str | None = None,
        container: Target | None = None,
        up: bool = False,
        scrolls: Annotated[int, SCROLL_COUNTS] = 500,
    ) -> ActionResult:
        """Scroll on until something is there and in view, also where the page loads as one goes."""
    def fill(
        self, target: Target, value: Value, *, timeout: Annotated[float, REST_TIMEOUTS] = 3.0
    ) -> ActionResult:
        """Bring a control to a value, whatever it holds; `type` adds to a text instead."""
    def fill_form(
        self, fields: Sequence[Mapping[str, Any]], *, timeout: Annotated[float, REST_TIMEOUTS] = 3.0
    ) -> FormResult:
        """Set many controls in one call, in the order given; one answer for each."""
    def check(
        self,
        target: Target,
        checked: bool = True,
        *,
        timeout: Annotated[float, REST_TIMEOUTS] = 3.0,
    ) -> ActionResult:
        """Bring a checkbox, switch or radio button into a state; pressed only if it is not in it."""
    def clear(
        self, target: Target, *, timeout: Annotated[float, REST_TIMEOUTS] = 3.0
    ) -> ActionResult:
        """Empty a field, or deselect everything in a list of several."""
    def do(self, steps: Sequence[Sequence[Any] | Mapping[str, Any]]) -> StepsResult:
        """Do several actions in order, as one; each is checked as it is alone."""
    @property
    def url(self) -> str:
        """Address of the main document as it is, for programs; without a round trip."""
    @property
    def mask(self) -> tuple[str, ...]:
        """Selectors of what is covered in every picture of the page (see `browser.mask`)."""
    @mask.setter
    def mask(self, value: Sequence[str]) -> None: ...
    @property
    def show_secrets(self) -> bool:
        """Whether pictures of the page show filled secret fields; they are covered by default."""
    @show_secrets.setter
    def show_secrets(self, value: bool) -> None: ...
    @property
    def closed(self) -> bool:
        """Whether the tab or the connection is gone."""
    def observe(
        self,
        *,
        annotate: bool = False,
        target: AnnotationTarget = "interactive",
        selector: str | None = None,
        within: Target | None = None,
        max_annotations: MaxAnnotations = "auto",
        label_format: LabelFormat = "number",
        style: Style = ...,
        include: Sequence[Included] = (),
        settle: bool = False,
        refs: Refs = "stable",
        since: str | None = None,
        if_changed: str | None = None,
        format: Format = "jpeg",
        quality: Annotated[int, QUALITIES] = 80,
        max_base64: int = 500000,
        max_tokens: int | None = None,
        token_model: TokenModel = "claude",
        max_side: Annotated[int, SIDES] = 2000,
        scale: Literal["css", "device"] | Annotated[float, SCALES] = "css",
        area: Area = "viewport",
    ) -> Observation:
        """Look at the page."""
    def draw(self, *, prompt: str = "", load: str | Path | None = None) -> DrawingSession:
        """Let a human draw on the page; a window is opened if the browser has none."""
    def screenshot(
        self,
        *,
        format: Format = "jpeg",
        quality: Annotated[int, QUALITIES] = 80,
        max_base64: int = 500000,
        max_tokens: int | None = None,
        token_model: TokenModel = "claude",
        max_side: Annotated[int, SIDES] = 2000,
        scale: Literal["css", "device"] | Annotated[float, SCALES] = "css",
        area: Area = "viewport",
    ) -> Screenshot:
        """A plain picture of the viewport, or of an element, a region, the whole page."""
    def wait_for(
        self,
        *,
        selector: str | None = None,
        text: str | None = None,
        url: str | None = None,
        load: Literal["dom", "load"] | None = None,
        seconds: Annotated[float, TIMEOUTS] | None = None,
        absent: bool = False,
        timeout: Annotated[float, TIMEOUTS] = 10.0,
    ) -> NavigationResult:
        """Wait until one thing is so; navigations meanwhile are fine."""
    def goto(
        self, url: str, *, until: Until = "load", timeout: Annotated[float, TIMEOUTS] = 30.0
    ) -> NavigationResult:
        """Open an address and wait until it is there."""
    def reload(
        self, *, until: Until = "load", timeout: Annotated[float, TIMEOUTS] = 30.0
    ) -> NavigationResult:
        """Load the page again; options and errors of `goto`."""
    def back(
        self, *, until: Until = "load", timeout: Annotated[float, TIMEOUTS] = 30.0
    ) -> NavigationResult:
        """Go back in the tab's history; options and errors of `goto`."""
    def forward(
        self, *, until: Until = "load", timeout: Annotated[float, TIMEOUTS] = 30.0
    ) -> NavigationResult:
        """Go forward in the tab's history; as `back`."""
    def bring_to_front(self) -> None:
        """Show the tab in its window; a hidden one draws no frames."""
    def close(self) -> None:
        """Close the tab; a second call does nothing."""
