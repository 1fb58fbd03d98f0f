"""What the applications of the sixth sealed set are filled with."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import time
import urllib.request
from typing import TYPE_CHECKING

from second_set import KITS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_QUIET = subprocess.DEVNULL
_JIT = '{"compilerOptions":{"experimentalDecorators":true,"useDefineForClassFields":false}}'


def built(name: str, source: str, *flags: str) -> Callable[[Path, Path], None]:
    """The page of a kit whose script is bundled where its packages lie."""

    def before(bin_: Path, home: Path) -> None:
        site, folder = home / "site", bin_.parents[1]
        site.mkdir()
        (site / "lib").symlink_to(bin_.parent)
        shutil.copy(KITS / source, folder / source)
        if source.endswith(".svelte"):
            shutil.copy(KITS / "smui_build.mjs", folder)
            command = ["node", "smui_build.mjs", source, str(site / "index.js")]
        else:
            command = [
                str(bin_ / "esbuild"), source, "--bundle", f"--outfile={site / 'index.js'}",
                "--log-level=error", '--define:process.env.NODE_ENV="production"', *flags,
                f"--tsconfig-raw={_JIT}", "--loader:.woff2=dataurl", "--loader:.svg=dataurl",
                "--banner:js=window.process={env:{}};window.global=window;",
            ]  # fmt: skip
        subprocess.run(command, check=True, cwd=folder)
        style = "<link rel=stylesheet href=index.css>" if (site / "index.css").exists() else ""
        (site / "index.html").write_text(
            f"<!doctype html><html lang=en><meta charset=utf-8><title>{name}</title>{style}"
            "<style>body{margin:0}</style><div id=root></div><script src=index.js></script></html>"
        )

    return before


MASTER = """
from buildbot.plugins import *
c = BuildmasterConfig = dict(title="Shop", titleURL="http://localhost/", buildbotURL="http://127.0.0.1:{port}/",
    buildbotNetUsageData=None, db=dict(db_url="sqlite:///state.sqlite"), protocols=dict(null={{}}),
    workers=[worker.LocalWorker(name) for name in ("oslo", "lima")],
    www=dict(port={port}, plugins=dict(waterfall_view={{}}, console_view={{}}, grid_view={{}})))
def made(*words):
    factory = util.BuildFactory()
    for word in words:
        factory.addStep(steps.ShellCommand(name=word, command=["true"]))
    if "publish" in words:
        factory.addStep(steps.ShellCommand(name="upload", command=["false"]))
    return factory
names = ["website", "labels", "price list", "nightly"]
c["builders"] = [util.BuilderConfig(name=name, workernames=["oslo", "lima"], tags=["shop", name[:5]],
    description=f"Builds the {{name}}", factory=made("fetch", "test", *(["publish"] if n % 2 else []))) for n, name in enumerate(names)]
c["schedulers"] = [schedulers.Triggerable(name="all", builderNames=names)] + [
    schedulers.ForceScheduler(name="force" + str(n), buttonName="Build now", label="Build now", builderNames=[name],
      codebases=[util.CodebaseParameter("", label="Source", branch=util.ChoiceStringParameter(name="branch", choices=["main", "spring"], default="main"),
        revision=util.StringParameter(name="revision", default=""), repository=util.FixedParameter(name="repository", default=""), project=util.FixedParameter(name="project", default=""))],
      reason=util.StringParameter(name="reason", label="Reason", default="a new tea", size=60),
      properties=[util.NestedParameter(name="options", label="Options", layout="vertical", columns=2, fields=[
        util.ChoiceStringParameter(name="size", label="Size of the pictures", choices=["small", "large"], default="large"),
        util.BooleanParameter(name="clean", label="Start from nothing", default=True),
        util.IntParameter(name="copies", label="Copies", default=2),
        util.TextParameter(name="note", label="Note", default="For the fair", cols=40, rows=2)])])
    for n, name in enumerate(names)]
"""


def master(bin_: Path, home: Path) -> None:
    subprocess.run([bin_ / "buildbot", "create-master", home / "master"], check=True, stdout=_QUIET)
    (home / "master" / "template.cfg").write_text(MASTER)
    (home / "start.sh").write_text(
        "sed 's/{port}/'$1'/g;s/{{/{/g;s/}}/}/g' master/template.cfg > master/master.cfg\n"
        f"cd master; PATH={bin_}:$PATH exec {bin_}/twistd --nodaemon --no_save -y buildbot.tac\n"
    )


def builds(port: int, _: int) -> None:
    url = f"http://127.0.0.1:{port}/api/v2/"

    def ask(path: str, **data: object) -> dict[str, object]:
        body = json.dumps({"id": 1, "jsonrpc": "2.0", **data}).encode() if data else None
        words = {"Content-Type": "application/json"} if data else {}
        request = urllib.request.Request(url + path, body, words)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def count() -> int:
        return len(ask("builds?complete=true")["builds"])  # type: ignore[arg-type]

    for n in (0, 1, 0, 2, 3, 0):
        before = count()
        owner = {"username": "Ann <ann@example.org>", "reason": f"order {n}", "builderid": n + 1}
        ask(f"forceschedulers/force{n}", method="force", params=owner)
        for _try in range(150):
            if count() > before:
                break
            time.sleep(0.2)


PAGES = (
    ("Tea prices of Lima", "shop"), ("Carrier timetable", "shop"), ("News of the fair", "travel"),
    ("Bowls at the potter", "shop"), ("Trains to Oslo", "travel"), ("Weather of Cairo", ""),
)  # fmt: skip


def watches(bin_: Path, home: Path) -> None:
    """Pages to watch that are not there: what is shown is that they could not be fetched."""
    words = []
    for n, (title, tag) in enumerate(PAGES):
        extra = json.dumps({"title": title, "tags": tag, "paused": n == 2})
        words += ["-u", f"http://127.0.0.1:9/page{n}", f"-u{n}", extra]
    (home / "start.sh").write_text(
        f"exec {bin_}/changedetection.io -h 127.0.0.1 -p $1 -d {home}/store -C -P true "
        + shlex.join(words) + "\n"
    )  # fmt: skip


def downloads(_: Path, home: Path) -> None:
    settings = home / "user" / "settings"
    settings.mkdir(parents=True)
    (settings / "port.txt").write_text(
        'version: 2\n\nwebui - "Web Interface":\n\tint port : "Port" = PORT\n'
        '\tbool autologin : "Skip login if single user" = True\n'
    )
    (home / "start.sh").write_text(
        "cd user/settings; sed s/PORT/$1/ port.txt > pyload.cfg; cd ../..\n"
        "exec $2/pyload --userdir $PWD/user --storagedir $PWD/storage\n"
    )


WIKI = {
    "Orders": "= Orders =\nSee [[Stock]].\n", "Orders/Open": "= Open =\nTwo of them.\n",
    "Orders/Paid": "= Paid =\n", "Stock": "= Stock =\nTea, pots.\n", "Carriers": "= Carriers =\n",
    "Stock/Teas": "= Teas =\n", "Opening hours": "= Hours =\n",
}  # fmt: skip


def wiki(bin_: Path, home: Path) -> None:
    made = bin_.parent / "shop"
    if not made.exists():
        made.mkdir()
        _write_wiki(bin_, made)
    shutil.copytree(made, home, dirs_exist_ok=True)


def _write_wiki(bin_: Path, home: Path) -> None:
    def run(*words: str) -> None:
        command = [bin_ / "moin", *words]
        subprocess.run(command, check=True, cwd=home, stdout=_QUIET, stderr=_QUIET)

    run("create-instance")
    run("index-create")
    run("welcome")
    for n, (name, text) in enumerate(WIKI.items()):
        (home / "words.data").write_text(text)
        (home / "words.meta").write_text(json.dumps({
            "action": "SAVE", "address": "127.0.0.1", "comment": "", "contenttype":
            "text/x.moin.wiki;charset=utf-8", "itemid": f"{n:032x}", "itemtype": "default",
            "language": "en", "mtime": 1773800000 + n, "name": [name], "namespace": "",
            "rev_number": 1, "revid": f"{n + 100:032x}", "size": len(text), "summary": "",
            "tags": ["shop"] if n % 2 else [], "wikiname": "MyMoinMoin"}))  # fmt: skip
        run("item-put", "-m", "words.meta", "-d", "words.data", "-o")
