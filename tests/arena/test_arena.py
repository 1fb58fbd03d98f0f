"""The arena: tasks load, success checks are correct, and calls are counted exactly."""

from __future__ import annotations

import io
from typing import Any

import pytest
from arena.facts import ERRORS, TARGETS, chance, worth
from arena.play import scripted
from arena.readers.base import NotSeen
from arena.readers.viewmark import ViewmarkReader
from arena.report import html_page, markdown, tokens
from arena.scripts import GENERAL, LOST, OWN
from arena.site import ArenaSite
from arena.tasks import Task, covers, load, missing, verdict, wrong_acts
from arena.tools import NAMES, Reply, Tool
from PIL import Image

from viewmark.model_rules import rules_of

TASKS = {task.id: task for task in load()}
SIX = ("log-in", "dialogs", "frame-in-frame", "pointer-drag", "bulk-delete", "table")


def test_there_are_tasks_of_all_kinds_and_each_page_is_there() -> None:
    assert len(TASKS) >= 40
    assert {task.group for task in TASKS.values()} == {"day", "puzzles", "twelve", "more"}
    site = ArenaSite()
    try:
        for task in TASKS.values():
            path, _, query = task.address.partition("?")
            status, _, body = site.answer(path, query, {})
            assert status == 200 or task.id == "basic-auth", task.id
            assert body
    finally:
        site.close()


def test_each_task_has_a_script_and_no_script_is_without_a_task() -> None:
    assert TASKS.keys() == GENERAL.keys() | {task for _, task in OWN if _ == "viewmark"}
    for tool, task in [*OWN, *LOST]:
        assert tool in NAMES
        assert task in TASKS
    assert TARGETS.keys() <= TASKS.keys()


def test_nothing_is_done_before_it_is_done() -> None:
    for task in TASKS.values():
        wanted = task.done
        assert missing(task, []) or wanted.get("answer"), task.id


def test_a_value_is_covered_by_what_it_holds_and_never_by_what_looks_like_it() -> None:
    assert covers({"a": 1, "b": 2}, {"a": 1})
    assert not covers({"a": 1, "b": 2}, {"exactly": {"a": 1}})
    assert not covers(True, 1)
    assert not covers("7", 7)
    assert covers(50, {"between": [45, 55]})
    assert not covers("50", {"between": [45, 55]})
    assert not covers({}, {"a": None})


def test_what_else_was_sent_is_a_wrong_act_and_an_answer_must_be_the_whole_word() -> None:
    task = Task(
        "x", "day", "form", "/", "", {"reports": [["pay", 5]], "only": ["pay"], "answer": ["5"]}
    )
    assert wrong_acts(task, [("pay", 5), ("pay", 50), ("seen", 1)]) == [50]

    class Site:
        def __init__(self) -> None:
            self.reports: list[tuple[str, Any]] = [("pay", 5)]

        def wait_until(self, holds: Any, *, seconds: float) -> bool:
            return bool(holds(self.reports))

    site = Site()
    assert verdict(task, site, "they were 5.").solved
    told = verdict(task, site, "15")
    assert not told.solved
    assert told.believed
    assert not verdict(task, site, None).believed
    site.reports = [("pay", 5), ("pay", 6)]
    assert verdict(task, site, "5").wrong_acts == 1


class Spoken(Tool):
    """A tool that returns predefined replies."""

    pause = 0.0

    def __init__(self, *replies: Reply) -> None:
        super().__init__()
        self._replies = list(replies)

    async def _call(self, name: str, arguments: dict[str, Any]) -> Reply:
        return self._replies.pop(0)


async def test_calls_characters_pictures_and_refusals_are_counted() -> None:
    data = io.BytesIO()
    Image.new("RGB", (640, 480)).save(data, "PNG")
    picture = Reply("seen", (data.getvalue(),))
    tool = Spoken(Reply("vier"), picture, Reply("no such thing", refused=True))
    for arguments in ({}, {"text": "é"}, {}):
        await tool.call("look", **arguments)
    counts = tool.counts
    assert (counts.calls, counts.characters, counts.refusals) == (3, 4 + 4 + 13, 1)
    assert counts.sizes == [(640, 480)]
    assert counts.sent == 3 * len("look") + 2 + len('{"text": "é"}') + 2
    row = counts.to_json()
    assert row["pictures"] == 1
    assert tokens(row) == round(21 / 4) + rules_of("claude-standard").tokens((640, 480))


LINES = """row: Name | Price
row: [checkbox "Select Lamp" @e1 unchecked] | [link "Lamp" @e2] | [textbox @e3 = "3"]
list "Mails"
  listitem @e4: Ann: Report #7
[5] @e5 button "" (in "Lamp", 1 of 2)
"""


async def test_a_reader_takes_targets_from_answers_by_words_alone(tmp_path: Any) -> None:
    reader = ViewmarkReader(Spoken(), "", tmp_path)
    reader.hear(Reply(LINES))
    assert reader.at("", "textbox", after="Lamp") == "@e3"
    assert reader.at("Report #7", "listitem") == "@e4"
    assert reader.at("Lamp", "link") == "@e2"
    assert reader.at("", "button") == "@e5"
    for name in ("Rug", "Mails"):
        with pytest.raises(NotSeen):
            reader.at(name, "list")


def test_the_chance_to_hit_falls_with_the_error_and_grows_with_the_box() -> None:
    assert chance(1e6, 1e6, 4) == pytest.approx(1)
    # 68.3 % of the errors are within one standard deviation, in each direction.
    assert chance(16, 16, 8) == pytest.approx(0.6827**2, abs=1e-3)
    table = worth([(20, 20), (100, 30)])
    assert len(table["chance"]) == len(ERRORS)
    assert table["chance"] == sorted(table["chance"], reverse=True)
    assert all(low <= mean for low, mean in zip(table["worst"], table["chance"], strict=True))


@pytest.mark.browser
@pytest.mark.parametrize("task", SIX)
async def test_viewmark_does_a_task_as_its_script_says(task: str) -> None:
    site = ArenaSite()
    try:
        assert missing(TASKS[task], site.reports)
    finally:
        site.close()
    done = await scripted("viewmark", TASKS[task])
    assert done.state == "solved", done.why
    assert done.counts.calls == len(done.transcript)
    assert done.counts.characters == sum(len(each["answer"]) for each in done.transcript)


async def test_the_report_says_what_is_lost_and_what_nobody_wrote() -> None:
    def row(tool: str, task: str, state: str, calls: int) -> dict[str, Any]:
        counts = {"calls": calls, "characters": 400, "sizes": [], "pictures": 0, "seconds": 0.5}
        more = {"refusals": 0, "believed": False, "wrong_acts": 0, "why": "it | is so"}
        return {"tool": tool, "task": task, "state": state, **counts, **more}

    tries = [
        row("viewmark", "grid", "solved", 4),
        row("agent-browser", "grid", "solved", 2),
        row("viewmark", "whiteboard", "lost", 3),
        row("agent-browser", "whiteboard", "not written", 3),
    ]
    about = {
        "date": "today",
        "browser": "b",
        "machine": "m",
        "versions": {"viewmark": "1", "agent-browser": "2"},
    }
    text = markdown(tries, about, None)
    assert "4 : 2 = 2.00" in text
    assert "**lost**" in text
    assert "it / is so" in text
    assert "Nothing is known here of what models do with numbered marks" in text
    page = html_page(text, "The <arena>")
    assert "<title>The &lt;arena&gt;</title>" in page
    assert "<td>not written</td>" in page
    assert "|" not in page.replace("||", "")
