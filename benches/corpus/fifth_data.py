"""Demo data for the applications of the fifth sealed set."""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING

import demo_data

if TYPE_CHECKING:
    from pathlib import Path


def _post(url: str, data: bytes, **words: str) -> str:
    with urllib.request.urlopen(urllib.request.Request(url, data, words)) as answer:
        return answer.read().decode()


def money(_: Path, home: Path) -> None:
    (home / "money.cfg").write_text(
        "DEBUG = False\nSECRET_KEY = 'a demonstration and nothing else'\n"
        f"SQLALCHEMY_DATABASE_URI = 'sqlite:///{home}/money.db'\n"
        "SQLALCHEMY_TRACK_MODIFICATIONS = False\nACTIVATE_DEMO_PROJECT = True\n"
        "SESSION_COOKIE_SECURE = False\n"
    )


def bills(port: int, _: int) -> None:
    url = f"http://127.0.0.1:{port}"
    urllib.request.urlopen(f"{url}/demo").close()
    word = "Basic " + base64.b64encode(b"demo:demo").decode()

    def send(path: str, **data: str) -> str:
        pairs = urllib.parse.urlencode(data).encode()
        return _post(f"{url}/api/projects/demo/{path}", pairs, Authorization=word).strip()

    people = [send("members", name=name) for name in ("Ann", "Bo", "Cleo")]
    for n, (what, sum_) in enumerate(
        (("Tea", "18.00"), ("Train to Oslo", "96.50"), ("Cups", "41.20"), ("Dinner", "73.00"))
    ):
        send("bills", date=f"2026-03-1{n}", what=what, payer=people[n % 3], payed_for=people[0],
             amount=sum_, bill_type="Expense")  # fmt: skip


def mailbox(bin_: Path, home: Path) -> None:
    """Build the template's sources for this page, with a local image for its remote portraits."""
    modules, site = bin_.parent, home / "site"
    source = home / "src"
    shutil.copytree(modules / "adminator" / "src", source)
    site.mkdir()
    style = source / "assets" / "styles"
    for sheet in style.rglob("*.scss"):
        sheet.write_text(sheet.read_text().replace("'~", "'").replace('"~', '"'))
    command = [bin_ / "sass", "--quiet", f"--load-path={modules}", style / "index.scss",
               site / "index.css"]  # fmt: skip
    subprocess.run(command, check=True)
    shutil.copytree(source / "assets" / "static", site / "assets" / "static")
    text = (site / "index.css").read_text()
    (site / "index.css").write_text(text.replace("../static/", "assets/static/"))
    script = source / "assets" / "scripts" / "mail.js"
    for each in script.parent.rglob("*.js"):
        each.write_text(each.read_text().replace("import * as $ from", "import $ from"))
    used = ("scrollbar", "search", "sidebar", "email", "utils")
    parts = "".join(f'import "./{name}";' for name in used)
    script.write_text(
        'import $ from "jquery"; window.$ = window.jQuery = $;'
        f'import "bootstrap/dist/js/bootstrap.bundle.js";{parts}'
        'addEventListener("load", () => { document.body.dataset.ready = 1; });'
    )
    command = [bin_ / "esbuild", script, "--bundle", f"--outfile={site / 'index.js'}",
               "--log-level=error"]  # fmt: skip
    subprocess.run(command, check=True, cwd=home, env={"NODE_PATH": str(modules), "PATH": "/bin"})
    page = (source / "email.html").read_text()
    page = re.sub(r"https://randomuser\.me/api/portraits/men/\d+\.jpg", "assets/face.png", page)
    page = page.replace("</head>", "<link rel=stylesheet href=index.css></head>")
    page = page.replace("</body>", "<script src=index.js></script></body>")
    (site / "email.html").write_text(page)
    demo_data.png(site / "assets" / "face.png", (190, 150, 120))
