"""Demo data for the applications of the tenth sealed set."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from builders import KITS

if TYPE_CHECKING:
    from pathlib import Path

_QUIET = subprocess.DEVNULL

CONFIGURATION = """
import os

DATA_DIR = os.path.join(os.environ["HOME"], "data")
SERVER_MODE = False
MASTER_PASSWORD_REQUIRED = False
UPGRADE_CHECK_ENABLED = False
CONSOLE_LOG_LEVEL = 40
"""
SERVERS = (("Orders", "Shop"), ("Stock", "Shop"), ("Letters", "Office"), ("Wages", "Office"))


def servers(bin_: Path, home: Path) -> None:
    """Create unreachable servers in two groups, and link the program into the home folder."""
    (program,) = bin_.parent.glob("lib/python*/site-packages/pgadmin4")
    (program / "config_local.py").write_text(CONFIGURATION)
    (home / "program").symlink_to(program)
    words = {"Host": "127.0.0.1", "Port": 9, "MaintenanceDB": "postgres", "Username": "ann"}
    words |= {"ConnectionParameters": {"sslmode": "disable"}}
    rows = {
        str(n): {"Name": name, "Group": group, **words}
        for n, (name, group) in enumerate(SERVERS, 1)
    }
    (home / "rows.json").write_text(json.dumps({"Servers": rows}))
    environment = os.environ | {"HOME": str(home)}
    for call in (("setup-db",), ("load-servers", str(home / "rows.json"))):
        command = [bin_ / "python", program / "setup.py", *call]
        subprocess.run(command, check=True, env=environment, cwd=home, stdout=_QUIET)


DAGS = """
from airflow.sdk import dag, task

def made(name, owner, tags, about):
    @dag(dag_id=name, schedule=None, tags=tags, description=about, default_args={"owner": owner})
    def flow():
        @task
        def fetch(): return 1
        @task
        def count(n): return n
        count(fetch())
    return flow()

for name, owner, tags, about in (
    ("bake_bread", "ann", ["kitchen"], "Bread of the morning"),
    ("count_stock", "bo", ["shop", "night"], "What lies on the shelves"),
    ("mail_orders", "ann", ["shop"], "Letters to those who bought"),
    ("sort_parcels", "cy", ["night"], "Parcels by carrier"),
    ("wash_bowls", "bo", [], "All bowls"),
):
    globals()[name] = made(name, owner, tags, about)
"""
SCHEDULER = {
    "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
    "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_ALL_ADMINS": "True",
    "AIRFLOW__API_AUTH__JWT_SECRET": "only-for-a-bench",
    "AIRFLOW__API__SECRET_KEY": "only-for-a-bench",
}
SETTINGS = tuple(f"{name}={value}" for name, value in SCHEDULER.items())


def dags(bin_: Path, home: Path) -> None:
    (home / "dags").mkdir()
    (home / "dags" / "flows.py").write_text(DAGS)
    environment = os.environ | SCHEDULER | {"AIRFLOW_HOME": str(home), "HOME": str(home)}
    for words in (("db", "migrate"), ("dag-processor", "-n", "1")):
        command = [bin_ / "airflow", *words]
        subprocess.run(command, check=True, env=environment, stdout=_QUIET, stderr=_QUIET)


DEVICES = (("kitchen-lamp", "Kitchen lamp", "desk", "esp32dev"),
           ("greenhouse", "Greenhouse", "green", "nodemcu-32s"),
           ("doorbell", "Doorbell", "hall", "esp32dev"),
           ("rain-gauge", "Rain gauge", "roof", "esp32dev"),
           ("boiler", "Boiler", "cellar", "nodemcu-32s"))  # fmt: skip


def devices(_: Path, home: Path) -> None:
    folder = home / "devices"
    folder.mkdir()
    for name, title, room, board in DEVICES:
        (folder / f"{name}.yaml").write_text(
            f"esphome:\n  name: {name}\n  friendly_name: {title}\n  area: {room}\n\n"
            f"esp32:\n  board: {board}\n\nlogger:\n\nweb_server:\n"
        )


STORIES = {
    "Button": {
        "label": "Buy",
        "primary": True,
        "size": "medium",
        "width": 120,
        "colour": "#7a5c00",
    },
    "Card": {
        "label": "Teapot",
        "primary": False,
        "size": "large",
        "width": 220,
        "colour": "#205493",
    },
}
BOOK = """
const draw = ({label, primary, size, width, colour}) => {
  const box = document.createElement("button");
  box.textContent = label;
  box.style = `width:${width}px;padding:12px;border:1px solid ${colour};color:${primary ? "#fff" : colour};background:${primary ? colour : "#fff"}`;
  return box;
};
export default {title: "Shop/NAME", render: draw, args: ARGS, tags: ["autodocs"], argTypes: {label: {control: "text", description: "What it says"}, size: {control: "radio", options: ["small", "medium", "large"]}, width: {control: {type: "range", min: 60, max: 300}}, colour: {control: "color"}, onClick: {action: "pressed"}}};
export const Plain = {};
export const Short = {args: {label: "Go"}};
export const Wide = {args: {width: 260}};
"""  # noqa: E501


def stories(bin_: Path, home: Path) -> None:
    """Build a Storybook with its packages."""
    work = home / "book"
    (work / ".storybook").mkdir(parents=True)
    (work / "stories").mkdir()
    (work / "node_modules").symlink_to(bin_.parent)
    (work / "package.json").write_text('{"name": "book", "type": "module"}')
    (work / ".storybook" / "main.js").write_text(
        'export default {stories: ["../stories/*.stories.js"], addons: ["@storybook/addon-docs",'
        ' "@storybook/addon-a11y"], framework: "@storybook/html-vite",'
        " core: {disableTelemetry: true, disableWhatsNewNotifications: true}};"
    )
    (work / ".storybook" / "preview.js").write_text(
        "export default {parameters: {controls: {expanded: true}}};"
    )
    for name, words in STORIES.items():
        text = BOOK.replace("NAME", name).replace("ARGS", json.dumps(words))
        (work / "stories" / f"{name}.stories.js").write_text(text)
    command = [bin_ / "storybook", "build", "-o", home / "site", "--quiet"]
    environment = os.environ | {"HOME": str(home), "STORYBOOK_DISABLE_TELEMETRY": "1", "CI": "1"}
    subprocess.run(command, check=True, cwd=work, env=environment, stdout=_QUIET, stderr=_QUIET)


def budget(bin_: Path, home: Path) -> None:
    """Copy the built pages, and a server that provides the isolation that they need."""
    shutil.copytree(bin_.parent / "@actual-app" / "web" / "build", home / "site")
    shutil.copy(KITS / "isolated_host.py", home)
