"""Keywords in 36 languages on a real page: each makes its field secret, ordinary labels do not."""

from __future__ import annotations

import html
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from js.asking import of_marked

WORDS = json.loads(files("viewmark.secrets").joinpath("words.json").read_text("utf-8"))
ORDINARY = Path(__file__).parent / "ordinary.txt"
SHORT = "inputmode=numeric maxlength=6"
MOST_FALSE = 1 / 500


def _phrases(*, code: bool) -> list[str]:
    return [
        phrase.lstrip("=").replace("~", "")
        for kinds in WORDS["languages"].values()
        for kind, listed in kinds.items()
        if (kind == "code") is code
        for phrase in listed
    ]


def _ordinary() -> list[str]:
    lines = [line for line in ORDINARY.read_text("utf-8").splitlines() if line[:1] != "#"]
    return [label.strip() for line in lines for label in line.partition(":")[2].split(";")]


async def _judged(page_of: Any, labels: list[str], attributes: str = "") -> list[str]:
    """Return the labels whose fields are secret; each field is in its own form."""
    page = await page_of(
        "<!doctype html><meta charset=utf-8><body>"
        + "".join(
            f"<form><label>{html.escape(label)} <input data-mark='{i}' {attributes}></label></form>"
            for i, label in enumerate(labels)
        )
    )
    verdicts = await of_marked(page, "vm.isSecret(el)")
    assert len(verdicts) == len(labels)
    return [label for i, label in enumerate(labels) if verdicts[str(i)]]


async def test_every_word_of_every_language_makes_a_field_secret(page_of: Any) -> None:
    phrases = _phrases(code=False)
    assert len(phrases) > 1000
    assert set(phrases) - set(await _judged(page_of, phrases)) == set()
    capital = [phrase[:1].upper() + phrase[1:] + ":" for phrase in phrases]
    assert set(capital) - set(await _judged(page_of, capital)) == set()


async def test_words_for_a_code_count_only_for_a_short_field_of_digits(page_of: Any) -> None:
    words = _phrases(code=True)
    assert len(words) > 40
    assert set(words) - set(await _judged(page_of, words, SHORT)) == set()
    alone = await _judged(page_of, words)
    # In Greek and Arabic one of the words means a code, and a password when used alone.
    assert [word for word in alone if word not in _phrases(code=False)] == []


async def test_ordinary_labels_make_no_field_secret(page_of: Any) -> None:
    labels = _ordinary()
    assert len(labels) > 800
    assert len(await _judged(page_of, labels)) <= MOST_FALSE * len(labels)


async def test_ordinary_short_fields_of_digits_are_none_either(page_of: Any) -> None:
    labels = _ordinary()
    assert len(await _judged(page_of, labels, SHORT)) <= MOST_FALSE * len(labels)
