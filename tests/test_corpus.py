"""On thirty of the frozen screens, what is found and right does not fall below the figures.

`make corpus` scores all of them; here a seed chooses.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

CORPUS = Path(__file__).parents[1] / "benches" / "corpus"
sys.path.insert(0, str(CORPUS))

import headless_shell  # noqa: E402
import score  # noqa: E402
from replay import shelf  # noqa: E402

if TYPE_CHECKING:
    from conftest import Browsers

SEED, SCREENS = 51, 30


@pytest.mark.heavy(20)
@pytest.mark.asyncio(loop_scope="session")
async def test_on_frozen_screens_as_much_is_found_and_right_as_the_figures_say(
    browsers: Browsers,
) -> None:
    figures = json.loads(score.FIGURES.read_text())["open"]["screens"]
    names = random.Random(SEED).sample(sorted(figures), SCREENS)
    browser, _ = await browsers.start(headless_shell.find())
    corpus = score.SETS["open"]
    with shelf(corpus.frozen) as opened:
        scores = await score.score_in(browser, corpus, opened, names)
    was = {name: Counter(figures[name]) for name in names}
    worse = {
        name: (dict(scores[name]), dict(was[name]))
        for name in names
        if scores[name]["found"] < was[name]["found"] or _wrong(scores[name]) > _wrong(was[name])
    }
    assert not worse, f"{score.total(scores)} instead of {score.total(was)}: {worse}"


def _wrong(counts: Counter[str]) -> int:
    return counts["marks"] - counts["right"] + 1000 * counts["failed"]
