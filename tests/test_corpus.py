"""Recall and precision on thirty recorded pages do not fall below the accepted values.

`make corpus` scores all pages; here a seed chooses thirty.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from page_over import PageOf

CORPUS = Path(__file__).parents[1] / "benches" / "corpus"
sys.path.insert(0, str(CORPUS))

import headless_shell  # noqa: E402
import score  # noqa: E402
from freeze import freeze  # noqa: E402
from replay import shelf, show  # noqa: E402
from stage import Stage  # noqa: E402

import viewmark  # noqa: E402

if TYPE_CHECKING:
    from conftest import Browsers

    from viewmark.browser.launch.browser import ChromeBrowser
    from viewmark.browser.page_target import PageTarget

SEED, SCREENS, AT_ONCE = 51, 30, 5


@pytest.mark.heavy(4)
@pytest.mark.parametrize("first", range(0, SCREENS, AT_ONCE))
async def test_on_frozen_screens_as_much_is_found_and_right_as_the_figures_say(
    browsers: Browsers, first: int
) -> None:
    figures = json.loads(score.FIGURES.read_text())["open"]["screens"]
    names = random.Random(SEED).sample(sorted(figures), SCREENS)[first : first + AT_ONCE]
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


_PAGE = """<!doctype html><html lang=en><title>Shelf</title><style>.wide { width: 300px }</style>
<input aria-label=Name><input type=checkbox aria-label=Ready><select aria-label=Size>
<option>small<option>large</select><textarea aria-label=Words></textarea>
<div id=board class=wide><div class=note>A note</div><div class=note>Another</div></div>
<div id=list style="height: 60px; overflow: auto"><p style="height: 200px">Tall</p>
<button>Far</button></div>
<x-switch></x-switch><div id=shut></div><canvas width=40 height=20></canvas>
<iframe srcdoc="<button onclick='stop()'>Inside</button>"></iframe>
<script>
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('button { padding: 7px }');
  document.adoptedStyleSheets = [sheet];
  customElements.define('x-switch', class extends HTMLElement {
    constructor() {
      super();
      const own = this.attachInternals();
      Object.assign(own, { role: 'switch', ariaLabel: 'Lamp', ariaChecked: 'true' });
      this.attachShadow({ mode: 'open' }).innerHTML = '<span style="cursor:pointer">lamp</span>';
      this.onclick = () => {};
    }
  });
  const root = document.querySelector('#shut').attachShadow({ mode: 'closed' });
  root.innerHTML = '<button>Behind</button>';
  root.firstChild.addEventListener('click', () => {});
  for (const note of document.querySelectorAll('.note')) note.addEventListener('click', () => {});
  const [name, ready] = document.querySelectorAll('input');
  name.value = 'Ann';
  ready.checked = true;
  document.querySelector('select').selectedIndex = 1;
  document.querySelector('textarea').value = 'typed';
  document.querySelector('#list').scrollTop = 200;
  document.querySelector('canvas').getContext('2d').fillRect(0, 0, 20, 20);
</script>"""
_LISTENERS = "DOMDebugger.getEventListeners"


async def _seen(target: PageTarget) -> tuple[list[Any], list[Any]]:
    """Return a page's marks, and the types of its listeners, grouped by source position."""
    page = viewmark.Page(target)
    marks = [
        (each.element.role, each.element.name, each.element.state, each.element.bounds)
        for each in (await page.observe()).annotations
    ]
    answer = await target.session.send("Runtime.evaluate", {"expression": "document"})
    params = {"objectId": answer["result"]["objectId"], "depth": -1, "pierce": True}
    listeners = (await target.session.send(_LISTENERS, params))["listeners"]
    places: dict[tuple[int, int, int], int] = {}
    for each in listeners:
        place = (each["scriptId"], each["lineNumber"], each["columnNumber"])
        each["place"] = places.setdefault(place, len(places))
    return marks, sorted((each["type"], each["place"]) for each in listeners)


async def test_a_frozen_page_has_the_marks_states_and_listeners_of_the_live_one(
    chromium: ChromeBrowser, page_of: PageOf, tmp_path: Path
) -> None:
    live = await page_of(_PAGE, new=True)
    stage = Stage(live.session.send, live.session.target_id)
    await stage.open(await stage.evaluate("location.href"), (1280, 800), 1, phone=False)
    before = await _seen(live)
    await freeze(stage, tmp_path / "set", {"screen": "shelf"})
    copy = await chromium.page()
    with shelf(tmp_path / "set") as opened:
        await show(Stage(copy.session.send, copy.session.target_id), opened, "shelf")
        after = await _seen(copy)
    await copy.close()
    assert after[0] == before[0]
    assert after[1] == before[1]
