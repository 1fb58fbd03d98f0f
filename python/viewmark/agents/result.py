"""The result of a tool for a model: text, an optional image, and whether the call failed."""

from __future__ import annotations

from dataclasses import dataclass, field

from viewmark.errors import ViewmarkError
from viewmark.text import lines


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of one tool call."""

    text: str
    """The outcome or the observation; after a failure, the reason and advice."""
    image: str | None = field(default=None, repr=False)
    """The image as base64 text; None if the call returns no image."""
    media_type: str = "image/jpeg"
    failed: bool = False
    """Whether the request was not, or only partly, carried out; `text` gives the reason."""

    @property
    def data_url(self) -> str | None:
        """The image as a data URL, or None."""
        return None if self.image is None else f"data:{self.media_type};base64,{self.image}"

    def __str__(self) -> str:
        return self.text


def failure(error: ViewmarkError) -> ToolResult:
    """Return the result of a failed call: code, message, hint, and possible alternatives."""
    rows = [f"{error.code}: {error.message} {error.hint}"]
    candidates = error.data.get("candidates")
    if isinstance(candidates, (list, tuple)) and candidates:
        rows.append("Candidates: " + ", ".join(str(each) for each in candidates[:10]))
    if changes := error.data.get("changes"):
        rows.append(f"Changes on the page:\n{changes}")
    return ToolResult(text=lines("\n".join(rows), 4_000), failed=True)
