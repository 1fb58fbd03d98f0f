"""Observations by BrowserGym: its observation, and its set-of-marks overlay as JPEG.

The observation contains the DOM, the accessibility tree and an array of pixels. The half second
that BrowserGym's environment waits before each observation is not counted. AgentLab sends the
overlay as a JPEG made by Pillow, and so does this script.
"""

from __future__ import annotations

import base64
import io
import os
import time

from browsergym.core import env as module
from browsergym.core.task import OpenEndedTask
from browsergym.utils.obs import overlay_som
from lines import answer, questions
from PIL import Image


class NoChat:
    """Replaces the second browser, in which a user talks with the agent."""

    messages = ({"role": "user", "timestamp": 0.0, "message": ""},)

    def __init__(self, **_: object) -> None: ...
    def add_message(self, **_: object) -> None: ...
    def close(self) -> None: ...


def main() -> None:
    module.Chat = NoChat
    env = module.BrowserEnv(
        task_entrypoint=OpenEndedTask,
        task_kwargs={"start_url": "about:blank"},
        headless=True,
        viewport={"width": 1280, "height": 720},
        pw_chromium_kwargs={"executable_path": os.environ["RIVAL_BROWSER"]},
        tags_to_mark="standard_html",
        pre_observation_delay=0,
    )
    env.reset()
    try:
        for kind, what in questions():
            if kind == "open":
                env.page.goto(what)
                answer()
                continue
            started = time.perf_counter()
            seen = env._get_obs()
            taken = time.perf_counter()
            properties = seen["extra_element_properties"]
            marked = overlay_som(seen["screenshot"], properties)
            out = io.BytesIO()
            Image.fromarray(marked).convert("RGB").save(out, format="JPEG")
            picture = base64.b64encode(out.getvalue()).decode()
            done = time.perf_counter()
            answer(
                ms=(done - started) * 1e3,
                unmarked_ms=(taken - started) * 1e3,
                elements=sum(bool(p.get("set_of_marks")) for p in properties.values()),
                size=len(picture),
                picture=picture if what == "last" else "",
            )
    finally:
        env.close()


main()
