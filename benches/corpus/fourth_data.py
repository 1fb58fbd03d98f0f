"""Demo data for the applications of the fourth sealed set."""

from __future__ import annotations

import json
import shutil
import subprocess
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

import demo_data
from builders import kit

if TYPE_CHECKING:
    from pathlib import Path


def ledger(_: Path, home: Path) -> None:
    lines = [
        'option "title" "Shop"', 'option "operating_currency" "EUR"',
        *(f"2026-01-01 open {name}" for name in (
            "Assets:Bank", "Assets:Till", "Income:Tea", "Income:Pots", "Expenses:Rent",
            "Expenses:Post", "Equity:Start")),
    ]  # fmt: skip
    for n in range(1, 13):
        lines += [
            f'2026-{n % 4 + 1:02}-{n + 3:02} * "Ann Amber" "Tea no {n}" #tea ^order-{n}',
            f"  Assets:Bank  {n * 10} EUR", "  Income:Tea",
            f'2026-{n % 4 + 1:02}-{n + 5:02} ! "Carrier" "Post"', f"  Expenses:Post  {n} EUR",
            "  Assets:Till",
        ]  # fmt: skip
    (home / "shop.beancount").write_text("\n".join(lines) + "\n")


def flows(_: Path, home: Path) -> None:
    tab = {"id": "t1", "type": "tab", "label": "Orders"}
    nodes = [
        ("n1", "inject", "Each morning", 130, 80, ["n2"]),
        ("n2", "function", "Check stock", 350, 80, ["n3", "n4"]),
        ("n3", "debug", "Log", 570, 60, []),
        ("n4", "http request", "Tell the carrier", 590, 140, ["n5"]),
        ("n5", "debug", "Answer", 800, 140, []),
    ]
    all_of = [
        tab, {"id": "t2", "type": "tab", "label": "Stock"},
        *({"id": i, "z": "t1", "type": kind, "name": name, "x": x, "y": y, "wires": [to] if to
           else []} for i, kind, name, x, y, to in nodes),
    ]  # fmt: skip
    (home / "flows.json").write_text(json.dumps(all_of))
    (home / "settings.js").write_text(
        'module.exports = {flowFile: "flows.json", telemetry: {enabled: false},'
        " editorTheme: {tours: false, userMenu: false}}"
    )


def documentation(bin_: Path, home: Path) -> None:
    source = home / "source"
    source.mkdir()
    (source / "conf.py").write_text(
        'project = "Shop"\nhtml_theme = "pydata_sphinx_theme"\n'
        'html_theme_options = {"github_url": "https://example.org/shop",'
        ' "navbar_end": ["theme-switcher", "navbar-icon-links"], "show_toc_level": 2}\n'
    )
    toc = ".. toctree::\n   :maxdepth: 2\n\n"
    (source / "index.rst").write_text(
        f"Shop\n====\n\nThe shop.\n\n{toc}   orders\n   stock\n   carriers\n"
    )
    (source / "orders.rst").write_text(
        "Orders\n======\n\nSee :doc:`stock` and the `carrier <https://example.org>`_.\n\n"
        f"{toc}   paid\n   sent\n\n"
        'Open\n----\n\n.. code-block:: python\n\n   shop.orders(state="open")\n\n'
        "Late\n~~~~\n\nAfter three days.\n\nPaid\n----\n\n* one\n* two\n\nSent\n----\n\nDone.\n"
    )
    for name in ("stock", "carriers", "paid", "sent"):
        title = name.title()
        (source / f"{name}.rst").write_text(f"{title}\n{'=' * len(title)}\n\nWords.\n")
    (source / "paid.rst").write_text(":orphan:\n\nPaid\n====\n\nWords.\n")
    command = [bin_ / "sphinx-build", "-q", source, home / "site"]
    subprocess.run(command, check=True)


def _ask(url: str, method: str, data: bytes | None = None, proxy: str = "") -> None:
    handlers = [urllib.request.ProxyHandler({"http": proxy} if proxy else {})]
    opener = urllib.request.build_opener(*handlers)
    words = {"Authorization": "Basic YW5uOng=", "Content-Type": "text/xml"}
    try:
        opener.open(urllib.request.Request(url, data, words, method=method)).close()
    except urllib.error.HTTPError as error:
        error.close()


def requests(port: int, proxy: int) -> None:
    for method, path in (("GET", "tea"), ("GET", "pots"), ("POST", "orders"), ("GET", "cups"),
                         ("DELETE", "orders/4"), ("PUT", "orders/5")):  # fmt: skip
        data = b"name=Assam" if method in ("POST", "PUT") else None
        _ask(f"http://127.0.0.1:{port}/{path}", method, data, f"http://127.0.0.1:{proxy}")


def storefront(bin_: Path, home: Path) -> None:
    """Prepare a shop page, with local copies of its remote icons and script."""
    modules, site = bin_.parent, home / "site"
    shutil.copytree(modules / "startbootstrap-shop-homepage" / "dist", site)
    (site / "lib").symlink_to(modules)
    page = site / "index.html"
    text = page.read_text()
    for far, near in (
        ("https://cdn.jsdelivr.net/npm/bootstrap-icons@1.5.0/font", "lib/bootstrap-icons/font"),
        ("https://cdn.jsdelivr.net/npm/bootstrap@5.2.3", "lib/bootstrap"),
        ("https://dummyimage.com/450x300/dee2e6/6c757d.jpg", "assets/pot.png"),
    ):
        text = text.replace(far, near)
    page.write_text(text)
    demo_data.png(site / "assets" / "pot.png", (190, 150, 120))


def specification(bin_: Path, home: Path) -> None:
    kit("rapidoc")(bin_, home)
    (home / "site" / "shop.json").write_text(json.dumps(demo_data.SPECIFICATION))
