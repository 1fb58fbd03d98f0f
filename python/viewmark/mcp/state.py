"""State of one client session: tabs, settings, screenshots, limits and drawings.

The screenshots of the last observations are MCP resources, marked and clean.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from viewmark.api.browsers import Page
from viewmark.attach_policy import AttachPolicy, TokenBucket
from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Call, Invocation
from viewmark.calls.session import CallSession
from viewmark.calls.traveling import answer_by_keys
from viewmark.calls.words import AIM_NAMES
from viewmark.drawmode.controller import DrawMode
from viewmark.errors import InvalidOption, RateLimited
from viewmark.files import check_target
from viewmark.mcp.describing import describe_tools
from viewmark.mcp.picture_resources import PictureResources
from viewmark.mcp.settings import PRESETS_AS_OF, Settings, preset_for
from viewmark.mcp.tools import TOOLS
from viewmark.page.attach import QUALITY
from viewmark.page.target import At, Target, target_of
from viewmark.secrets.redaction import Redactor
from viewmark.session.tabs import OpenTab, Tabs


class SessionState(CallSession):
    """State shared by a session's calls; settings from `configure` last as long as the session."""

    is_model = is_server = True
    no_checkpoint = "Call observe checkpoint before the change, or name a saved one as `baseline`."

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        redactor: Redactor | None = None,
    ) -> None:
        self.settings: Settings = settings or Settings()
        self.output = self.settings.output
        self.allow_script = self.settings.allow_script
        self.token_budget = self.settings.max_tokens
        self.clock = clock
        armed = self._arm if self.settings.draw else None
        self.tabs = Tabs(self.settings, on_open=armed, redactor=redactor)
        self.attach_policy = AttachPolicy()
        self.attach_quality = QUALITY
        self.bucket = TokenBucket()
        """Rate limit of the screenshots that calls request."""
        self.pictures = PictureResources()
        self.draw_mode = DrawMode()
        """Draw mode of the session; it has the only copy of the user's drawings."""
        self.client = ""
        """Name of the client that made the last call."""
        self.observations = {}

    async def tab_of(self, call: Invocation) -> OpenTab:
        """Return the tab with the ID that the call names, or the current tab."""
        return await self.tabs.tab(call.args.get("tab_id"))

    def title_of(self, call: Call) -> str:
        """Return the name of a call's tool, with the `what` that selects the call."""
        what = call.what or call.name
        return what if call.tool == what else f"{call.tool} {what}"

    def target_of(self, call: Invocation) -> Target | None:
        """Return the target named by the parameters of a call.

        Raises:
            InvalidOption: several targets are given, or the target is incomplete.
        """
        args = call.args
        aim = {name: args[name] for name in AIM_NAMES if name in args}
        if "target" not in args:
            return target_of(**aim)
        target = args["target"]
        for kind in ("ref", "label", "selector"):
            if (other := aim.pop(kind, None)) is not None and str(other) != str(target):
                message = f"`target` is {target!r:.60} and `{kind}` is {other!r:.60}."
                raise InvalidOption(message, hint="Give one of them.", param="target")
        return target_of(**aim, selector=target)

    def lacks_target(self, call: Invocation) -> InvalidOption:
        """Return the error for a call without a target."""
        hint = "Give ref, label with frame_id, selector, or x and y."
        if call.call.name == "drag":
            hint = "Give from and to: each a ref, a label or a selector."
        return InvalidOption(f"{call.title} needs a target.", hint=hint, param="ref")

    async def answer_dialog(self, call: Invocation, page: Page) -> CallAnswer | None:
        """Answer an open dialog with the call's keys, unless the call targets an element."""
        is_free = isinstance(self.target_of(call), At | None)
        return await answer_by_keys(call, page) if is_free else None

    async def new_tab(self, call: Invocation) -> OpenTab:
        """Open a tab and make it the current one."""
        tab = await self.tabs.new()
        tab.page.changes = call.changes
        return tab

    def tab_id(self, call: Invocation) -> str | None:
        """Return the ID of the tab to switch to or to close."""
        is_any = call.call.name == "close_tab"
        return call.args.get("tab_id") if is_any else str(call.needed("tab_id"))

    def file(self, name: str) -> Path:
        """Return the path of a file in the output folder."""
        return check_target(self.output, name)

    @property
    def preset(self) -> dict[str, Any]:
        """The known limits of the client."""
        return asdict(preset_for(self.client)) | {"as_of": PRESETS_AS_OF}

    def list_whats(self) -> dict[str, Any]:
        """Return the parameters of every `what` value, keyed by tool and value."""
        return {
            tool.name: {what: [p.name for p in tool.known(what)] for what in tool.by_what}
            for tool in TOOLS
        }

    def describe(self, of: str) -> str:
        """Return a description of the parameters of a tool, or of one of its `what` values."""
        return describe_tools(TOOLS, of)

    @property
    def redactor(self) -> Redactor:
        """The redactor for secrets in URLs."""
        return self.tabs.redactor

    @property
    def picture_budget(self) -> int:  # type: ignore[override]
        """Maximum base64 characters of one image for this client."""
        return self.settings.budget_for(self.client)

    def claim_picture(self) -> None:
        """Count a screenshot that a call requests.

        Raises:
            RateLimited: too many screenshots were requested within a minute.
        """
        refusal = self.bucket.take(self.clock())
        if refusal is not None:
            raise RateLimited(
                f"No picture now: {refusal.reason}.", next_allowed_in=refusal.next_allowed_in_ms
            )

    async def _arm(self, tab: OpenTab) -> None:
        """Let the user start draw mode on a tab with the keyboard shortcut."""
        await self.draw_mode.attach(tab.page.context)

    async def close(self) -> None:
        """Close everything that the session opened."""
        await self.draw_mode.close()
        await self.tabs.close()
