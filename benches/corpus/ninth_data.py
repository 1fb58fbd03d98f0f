"""Demo data for the applications of the ninth sealed set."""

from __future__ import annotations

import json
import os
import subprocess
import urllib.request
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_QUIET = subprocess.DEVNULL

GREENHOUSE = """
import ipywidgets as w
from IPython.display import display
wide = {"description_width": "90px"}
def part(kind, name, **more):
    return kind(description=name, style=wide, **more)
rows = [
    part(w.Dropdown, "House", options=["North", "South", "Old"], value="South"),
    part(w.Text, "Gardener", value="Ann"),
    part(w.IntSlider, "Water", value=40),
    part(w.FloatRangeSlider, "Warmth", value=[12.5, 24], min=0, max=40),
    part(w.BoundedIntText, "Pots", value=6),
    part(w.DatePicker, "Sown", value=__import__("datetime").date(2026, 3, 18)),
    part(w.ColorPicker, "Label", value="#2a9d8f"),
    part(w.Combobox, "Seed", options=["Basil", "Cress"], placeholder="Name a seed"),
    part(w.Password, "Key", value="shore"),
]
right = [
    part(w.RadioButtons, "Soil", options=["Peat", "Sand", "Loam"], value="Sand"),
    part(w.ToggleButtons, "Light", options=["Low", "Half", "Full"], value="Half"),
    part(w.SelectMultiple, "Beds", options=["Bed 1", "Bed 2", "Bed 3", "Bed 4"], value=["Bed 2"]),
    w.Checkbox(True, description="Open the roof at noon", indent=False),
    part(w.Checkbox, "Heat at night"),
    w.ToggleButton(True, description="Fan", icon="refresh"),
    part(w.Textarea, "Note", placeholder="What was seen"),
    w.TagsInput(value=["warm", "dry"], allowed_tags=["warm", "dry", "wet"]),
]
tabs = w.Tab([w.VBox(rows), w.Label("Nothing yet")], titles=["Today", "Plan"])
fold = w.Accordion([w.VBox(right), w.Label("None")], titles=["Settings", "Alarms"])
fold.selected_index = 0
keys = [w.Button(description=name, button_style=kind, icon=sign) for name, kind, sign in
        (("Save", "success", "check"), ("Reset", "", "undo"), ("Stop", "danger", "stop"))]
keys.append(w.Button(description="Send", disabled=True))
play = w.Play(value=3, max=10)
foot = [w.HBox(keys), w.HBox([play, w.IntProgress(30)]), w.FileUpload(description="Picture")]
display(w.HBox([w.VBox([tabs, *foot], layout={"width": "560px"}), w.VBox([fold],
        layout={"width": "620px"})]))
"""


def greenhouse(_: Path, home: Path) -> None:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "id": "a",
         "source": "## Greenhouse\nSee [the plan](#plan) and [last week](https://example.org/)."},
        {"cell_type": "code", "metadata": {}, "id": "b", "outputs": [],
         "execution_count": None, "source": GREENHOUSE},
    ]  # fmt: skip
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    book = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (home / "greenhouse.ipynb").write_text(json.dumps(book))


LABELS = """<View><Text name="text" value="$text"/>
<Choices name="mood" toName="text" choice="single"><Choice value="Glad"/><Choice value="Cross"/>
</Choices></View>"""
WORDS = (
    "The tea came warm and early", "Nobody opened the door", "A fine pot, but small",
    "Two cups were broken", "I will come again", "The bill was wrong", "Good bread",
)  # fmt: skip


def texts(port: int, _: int) -> None:
    """Create a project with texts, one of them labelled."""
    url = f"http://127.0.0.1:{port}/api/projects"
    head = {"Content-Type": "application/json", "Authorization": f"Token {TOKEN}"}

    def ask(path: str, data: object) -> dict[str, int]:
        request = urllib.request.Request(url + path, json.dumps(data).encode(), head)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    ask("", {"title": "Letters of guests", "label_config": LABELS})
    ask("/1/import", [{"text": text} for text in WORDS])


TOKEN = "0" * 39 + "9"
GIT = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")


def commits(_: Path, home: Path) -> None:
    """Create a repository with two branches, a tag and uncommitted changes."""
    here = home / "garden"
    here.mkdir()
    (home / ".ungitrc").write_text(json.dumps({
        "bugtracking": False, "sendUsageStatistics": False, "defaultRepositories": [str(here)],
        "ungitVersionCheckOverride": True}))  # fmt: skip
    (home / ".gitconfig").write_text("[user]\n\tname = Ann\n\temail = ann@example.org\n")
    day = iter(range(1, 28))

    def git(*words: str) -> None:
        when = f"2026-03-{next(day):02}T08:00:00Z"
        given = {**os.environ, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        subprocess.run(["git", *GIT, *words], cwd=here, check=True, env=given, stdout=_QUIET)

    git("init", "-q", "-b", "main")
    for name, text in (("beds.txt", "one\n"), ("seeds.txt", "basil\n"), ("tools.txt", "rake\n")):
        (here / name).write_text(text)
        git("add", ".")
        git("commit", "-qm", f"Add {name}")
    git("tag", "spring")
    git("checkout", "-qb", "pond")
    (here / "pond.txt").write_text("frogs\n")
    git("add", ".")
    git("commit", "-qm", "Dig the pond")
    git("checkout", "-q", "main")
    (here / "beds.txt").write_text("one\ntwo\n")
    git("commit", "-qam", "Count the beds")
    (here / "seeds.txt").write_text("basil\ncress\n")
    (here / "plan.txt").write_text("later\n")


PIPELINE = """
import dagster as dg

@dg.asset(group_name="shop", owners=["ann@example.org"], kinds={"csv"})
def orders(): "What was ordered."
@dg.asset(group_name="shop", kinds={"python"})
def prices(): "What it costs."
@dg.asset(group_name="shop", deps=[orders, prices], tags={"team": "till"})
def bills(): "What is to be paid."
@dg.asset(group_name="stock", deps=[orders])
def shelves(): "What is left."
@dg.asset(group_name="stock", deps=[shelves])
def reorder(): "What to buy."

nightly = dg.define_asset_job("nightly", "*")
hourly = dg.define_asset_job("hourly", [orders])
defs = dg.Definitions(assets=[orders, prices, bills, shelves, reorder], jobs=[nightly, hourly],
    schedules=[dg.ScheduleDefinition(job=nightly, cron_schedule="0 3 * * *"),
               dg.ScheduleDefinition(job=hourly, cron_schedule="0 * * * *")])
"""


def pipeline(_: Path, home: Path) -> None:
    (home / "dagster.yaml").write_text("telemetry:\n  enabled: false\n")
    (home / "pipeline.py").write_text(PIPELINE)


TALK = '''
import chainlit as cl
from chainlit.input_widget import Select, Slider, Switch

@cl.on_chat_start
async def start():
    await cl.ChatSettings([Select(id="way", label="Carrier", values=["Sea", "Rail"])]).send()
    await cl.Message(author="Ann", type="user_message", content="When is the tea here?").send()
    await cl.Message(content="""The tea of **order 12** left Lima. See [the route](#route).

| day | place |
|---|---|
| 18 Mar | Lima |
| 30 Mar | Oslo |

```python
print("on its way")
```
""", elements=[cl.Text(name="letter.txt", content="Dear Ann", display="side")], actions=[
        cl.Action(name="track", payload={}, label="Track it", icon="map"),
        cl.Action(name="stop", payload={}, label="Call it off")]).send()

@cl.set_starters
async def starters():
    return []

@cl.action_callback("track")
async def track(action): pass
@cl.action_callback("stop")
async def stop(action): pass
@cl.on_message
async def answer(message): await cl.Message(content="I will ask.").send()
'''


def talk(_: Path, home: Path) -> None:
    (home / "talk.py").write_text(TALK)
