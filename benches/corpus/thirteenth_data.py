"""Demo data for the applications of the thirteenth sealed set."""

from __future__ import annotations

import subprocess
from pathlib import Path

KITS = Path(__file__).resolve().parent / "kits"


def parties(bin_: Path, home: Path) -> None:
    """Create a register of people and companies, with its separately published client."""
    client = bin_.parent / "client"
    if not client.exists():
        subprocess.run(
            ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts",
             "--prefix", str(client), "tryton-sao@8.0.11"], check=True)  # fmt: skip
        # The page looks for its dependencies inside its own folder.
        (client / "node_modules" / "tryton-sao" / "node_modules").symlink_to("..")
    (home / "start.sh").write_text(
        f"exec $2/python {KITS}/tryton_app.py {client}/node_modules/tryton-sao $1\n"
    )


CATALOG = "shuttles:\n  type: MemoryDataset\ncompanies:\n  type: MemoryDataset\n"
REGISTRY = """
from kedro.pipeline import node, pipeline

def same(*given):
    return given[0]

def register_pipelines():
    clean = pipeline([
        node(same, "shuttles", "clean_shuttles", name="clean_shuttles", tags=["clean"]),
        node(same, "companies", "clean_companies", name="clean_companies", tags=["clean"]),
    ])
    price = pipeline([
        node(same, ["clean_shuttles", "clean_companies", "params:share"], "prices",
             name="join", tags=["price"]),
        node(same, "prices", "report", name="write_report", tags=["price", "report"]),
    ])
    return {"__default__": clean + price, "clean": clean, "price": price}
"""
PROJECT = """[tool.kedro]
package_name = "shuttles"
project_name = "Shuttles"
kedro_init_version = "1.7.0"
source_dir = "src"
"""


def pipeline(_: Path, home: Path) -> None:
    """Create a data pipeline with two parts."""
    source, base = home / "src" / "shuttles", home / "conf" / "base"
    for folder in (source, base, home / "conf" / "local", home / "data"):
        folder.mkdir(parents=True)
    (home / "pyproject.toml").write_text(PROJECT)
    (source / "__init__.py").write_text("")
    (source / "settings.py").write_text("")
    (source / "pipeline_registry.py").write_text(REGISTRY)
    (base / "catalog.yml").write_text(CATALOG)
    (base / "parameters.yml").write_text("share: 0.2\n")
    # Its command rejects ports above 49151.
    (home / "serve.py").write_text(
        "import sys\nfrom pathlib import Path\nfrom kedro_viz.server import run_server\n"
        "run_server('127.0.0.1', int(sys.argv[1]), project_path=Path.cwd())\n"
    )
    (home / "start.sh").write_text("DO_NOT_TRACK=1 exec $2/python serve.py $1\n")
