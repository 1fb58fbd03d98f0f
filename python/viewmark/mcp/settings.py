"""Settings chosen by the user who starts the server; a model cannot change them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from viewmark.defaults import MAX_BASE64
from viewmark.session.settings import SessionSettings

Images = Literal["auto", "allow", "omit", "path"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(SessionSettings):
    """Options of `viewmark mcp`."""

    allow_script: bool = False
    """Whether `interact run_script` may run scripts in pages."""
    draw: bool = False
    """Whether Ctrl/Cmd+Shift+D starts draw mode in every tab."""
    images: Images = "auto"
    """How images are sent: `allow` as image blocks, `omit` not at all, `path` as paths of files;
    `auto` depends on the client's name.
    """
    structured: Literal["off", "auto", "on"] = "off"
    """Whether `structuredContent` is sent in addition to the text: never, only if the result has no
    image, or always. Several clients drop the image of a result with `structuredContent`.
    """
    answers: Literal["lines", "json"] = "lines"
    """Format of the results of actions that do not set `answer`."""
    max_base64: int | None = None
    """Limit of one image in base64 characters; None: the limit known for the client's name."""
    max_tokens: int | None = None
    """Limit of one image in tokens of the Claude family; None: unlimited."""

    def budget_for(self, client: str) -> int:
        """Return the maximum base64 characters of one image for a client with this name."""
        return self.max_base64 or preset_for(client).max_base64

    def images_for(self, client: str) -> Literal["allow", "omit"]:
        """Return `allow` if a client with this name gets image blocks, otherwise `omit`."""
        if self.images == "auto":
            return preset_for(client).images
        return "omit" if self.images == "omit" else "allow"


@dataclass(frozen=True, slots=True)
class Preset:
    """The known limits of a client."""

    max_base64: int = MAX_BASE64
    images: Literal["allow", "omit"] = "allow"


PRESETS_AS_OF = "2026-11"
PRESETS: dict[str, Preset] = {
    # These clients limit tool results to 1 MB; 700 KB leaves room for the text.
    "claude-desktop": Preset(max_base64=700_000),
    "claude-ai": Preset(max_base64=700_000),
    "claude-code": Preset(),
    "cursor": Preset(),
    "visual studio code": Preset(),
    "codex": Preset(),
}
"""Presets, keyed by the start of the client's name in lower case."""


def preset_for(client: str) -> Preset:
    """Return the preset of a client; a conservative one for unknown clients."""
    name = client.strip().lower()
    return next((p for key, p in PRESETS.items() if name.startswith(key)), Preset())
