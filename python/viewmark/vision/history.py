"""A conversation with a limited number of images; older images are replaced by their text.

Services cache prompts by their prefix, so a change at an early position means that everything after
it is processed, and charged, again. Several images can therefore be replaced at a time (`step`), so
that the prefix does not change with every new image.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from viewmark.defaults import Range
from viewmark.errors import InvalidOption
from viewmark.vision.blocks import Api, Block, Look, blocks, check_api, message, text_block, words

SUPERSEDED = "[picture superseded]"
"""First line of the text that replaces an image."""


@dataclass(frozen=True, slots=True)
class _Turn:
    role: Literal["user", "assistant"]
    text: str
    look: Look | None = None
    """The observation, as long as its image is still sent; afterwards None."""
    shown: str = ""
    """Text of the observation, once its image is no longer sent."""


class History:
    """The turns of a conversation with a model.

    Args:
        keep: maximum number of images in a request, 1 to 100.
        step: number of oldest images to replace by text at once when the limit is exceeded, 1 to
            `keep`. With `keep=6, step=4` there are 3 to 6 images, and the beginning of the
            conversation changes only with every fourth image.

    Raises:
        InvalidOption: `keep` or `step` is outside of its range.
    """

    def __init__(self, *, keep: int = 1, step: int = 1) -> None:
        for name, value, most in (("keep", keep, 100), ("step", step, keep)):
            Range(1, most, whole=True).check(name, value)
        self.keep, self.step = keep, step
        self._turns: list[_Turn] = []

    def __repr__(self) -> str:
        return f"History({len(self)} turns, {self.pictures} of {self.keep} pictures)"

    def __len__(self) -> int:
        return len(self._turns)

    @property
    def pictures(self) -> int:
        """Number of images in the next request."""
        return sum(turn.look is not None for turn in self._turns)

    def user(self, text: str = "", look: Look | None = None) -> None:
        """Add a user message, optionally with an observation.

        Args:
            text: the question, the goal, or the outcome of the last action.
            look: an observation, a screenshot, or a result of `prepare`. Without an image, only its
                text is added.

        Raises:
            InvalidOption: neither text nor look was given.
        """
        if not text and look is None:
            raise InvalidOption("A turn needs text or a look.")
        if look is not None and look.base64 is None:
            self._turns.append(_Turn("user", text, shown=words(look)))
            return
        self._turns.append(_Turn("user", text, look))
        if self.pictures > self.keep:
            self.supersede(self.step)

    def assistant(self, text: str) -> None:
        """Add the model's reply."""
        self._turns.append(_Turn("assistant", text or "(no words)"))

    def supersede(self, count: int | None = None) -> None:
        """Replace the `count` oldest images (or all) by their text now."""
        for index, turn in enumerate(self._turns):
            if turn.look is not None and (count is None or count > 0):
                shown = f"{SUPERSEDED}\n{words(turn.look, picture=False)}"
                self._turns[index] = replace(turn, look=None, shown=shown)
                count = None if count is None else count - 1

    def messages(self, api: Api, *, cache: bool = False) -> list[Block]:
        """Return the conversation as messages; consecutive turns of one role form one message.

        Args:
            api: the format, as for `blocks`.
            cache: whether to mark the end of the conversation as the end of the prefix to cache;
                only for Anthropic's format. OpenAI and Gemini cache prefixes automatically.

        Raises:
            InvalidOption: the format is unknown.
        """
        check_api(api)
        made: list[tuple[Literal["user", "assistant"], list[Block]]] = []
        for turn in self._turns:
            content = blocks(turn.look, api) if turn.look is not None else []
            for text in (turn.shown, turn.text):
                if text:
                    content.append(text_block(api, turn.role, text))
            if made and made[-1][0] == turn.role:
                made[-1][1].extend(content)
            else:
                made.append((turn.role, content))
        if cache and api == "anthropic" and made:
            made[-1][1][-1]["cache_control"] = {"type": "ephemeral"}
        return [message(api, role, content) for role, content in made]

    def snapshot(self) -> tuple[_Turn, ...]:
        """Return the current turns, for `restore`."""
        return tuple(self._turns)

    def restore(self, turns: tuple[_Turn, ...]) -> None:
        """Return to an earlier `snapshot`."""
        self._turns[:] = turns
