"""The calls shown in `docs/evidence/transcripts.md` still work and still solve their tasks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from arena.site import ArenaSite
from arena.tasks import load, missing

from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

PAGE = Path(__file__).parents[2] / "docs" / "evidence" / "transcripts.md"
TASKS = {task.id: task for task in load("twelve")}
SHOWN = dict(re.findall(r"(?ms)^## ([\w-]+)\n(.*?)(?=^## |\Z)", PAGE.read_text("utf-8")))
CALL = re.compile(r"(?m)^> (\w+) (\{.*\})$")


def test_five_tasks_are_shown() -> None:
    assert len(SHOWN) == 5
    assert SHOWN.keys() <= TASKS.keys()


@pytest.mark.browser
@pytest.mark.parametrize("name", sorted(SHOWN))
async def test_the_calls_of_a_transcript_still_solve_the_task(name: str, tmp_path: Path) -> None:
    task, site = TASKS[name], ArenaSite()
    dispatcher = Dispatcher(Settings(output=tmp_path))
    for file, text in task.files.items():
        (tmp_path / file).write_text(text)
    answer = ""
    try:
        calls = CALL.findall(SHOWN[name])
        assert calls
        for tool, arguments in calls:
            sent = arguments.replace("http://127.0.0.1:PORT", site.url("").rstrip("/"))
            answer = (await dispatcher.call(tool, json.loads(sent))).text
        assert site.wait_until(lambda reports: not missing(task, reports), seconds=3), answer
        shown = SHOWN[name].rpartition("```text")[2]
        for found in task.done.get("answer", []):
            if re.search(rf"(?<!\w){re.escape(found)}(?!\w)", shown):
                assert found in answer
    finally:
        await dispatcher.close()
        site.close()
