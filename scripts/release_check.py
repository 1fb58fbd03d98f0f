"""Check that a release could be published now, and write its files.

    python scripts/release_check.py [--out dist] [--only NAME ...]

Each step prints one line. A step that needs a tool or a platform that is missing here is `untried`
and does not fail the command; `docs/release.md` lists what only the owner can do.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from wheels import PLATFORMS, ROOT, run

ENTRY = json.loads((ROOT / "server.json").read_text())
VERSION: str = ENTRY["version"]


class Untried(Exception):
    """The step is not possible on this machine."""


def metadata(_out: Path) -> str:
    """Check that version, registry entry and container agree."""
    run(sys.executable, "-m", "pytest", "-q", "-n0", "tests/test_release.py", cwd=ROOT)
    return VERSION


def wheels(out: Path) -> str:
    """Build a wheel for each Linux platform whose tools are installed."""
    missing = [name for name in ("debootstrap", "qemu-aarch64") if shutil.which(name) is None]
    here = [p.name for p in PLATFORMS if not missing or p.name == f"{platform.machine()}-glibc"]
    run(sys.executable, "scripts/wheels.py", "--out", out, "--only", *here, cwd=ROOT)
    if missing:
        raise Untried(f"built and tried {here[0]}; without {' and '.join(missing)} no other")
    return ", ".join(here)


def source(out: Path) -> str:
    """Build a source distribution that contains all crates, and build it without a network."""
    name = f"viewmark-{VERSION}"
    with tempfile.TemporaryDirectory() as folder:
        run(Path(sys.executable).with_name("maturin"), "sdist", "--out", folder, cwd=ROOT)
        with tarfile.open(Path(folder) / f"{name}.tar.gz") as archive:
            archive.extractall(folder, filter="data")
        root = Path(folder) / name
        (root / ".cargo").mkdir()
        config = run("cargo", "vendor", "--locked", "vendor", cwd=root)
        (root / ".cargo" / "config.toml").write_text(config)
        with tarfile.open(out / f"{name}.tar.gz", "w:gz") as archive:
            archive.add(root, name)
        empty = {"CARGO_HOME": str(Path(folder) / "cargo"), "CARGO_NET_OFFLINE": "true"}
        command = ("cargo", "build", "--locked", "--offline", "--package", "viewmark-python")
        run(*command, cwd=root, env={**os.environ, "PYO3_PYTHON": sys.executable, **empty})
    return f"{(out / f'{name}.tar.gz').stat().st_size / 1e6:.1f} MB"


def components() -> list[dict[str, Any]]:
    """Return the crates and Python packages that are included or required, with their licences."""
    crates = json.loads(run("cargo", "metadata", "--locked", "--format-version", "1", cwd=ROOT))
    rows = [("cargo", p["name"], p["version"], p["license"]) for p in crates["packages"]]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for required in (*project["dependencies"], *project["optional-dependencies"]["mcp"]):
        name = required.split(">")[0].split("[")[0].strip()
        if "python_version" not in required:
            about = distribution(name).metadata
            licence = about["License-Expression"] or about["License"] or "see its files"
            rows.append(("pypi", name, about["Version"], licence.splitlines()[0]))
    return [
        {
            "type": "library",
            "name": name,
            "version": version,
            "purl": f"pkg:{kind}/{name}@{version}",
            "licenses": [{"license": {"name": licence}}],
        }
        for kind, name, version, licence in sorted(rows)
    ]


def materials(out: Path) -> str:
    """Write the bill of materials (CycloneDX), also as a list of licences."""
    parts = components()
    bom = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "components": parts}
    (out / "viewmark.cdx.json").write_text(json.dumps(bom, indent=1) + "\n")
    lines = [
        f"{each['purl']}: {each['licenses'][0]['license']['name']}"
        for each in parts
        if not each["name"].startswith("viewmark")
    ]
    (out / "LICENCES.txt").write_text("\n".join(lines) + "\n")
    return f"{len(parts)} components"


def bundle(out: Path) -> str:
    """Write the bundle (.mcpb) that MCP clients install by double click; it uses uvx."""
    (package,) = ENTRY["packages"]
    words = [each["value"] for each in package["runtimeArguments"]]
    words = ["--from", *words, "viewmark", *(a["value"] for a in package["packageArguments"])]
    manifest = {
        "manifest_version": "0.3",
        "name": "viewmark",
        "version": VERSION,
        "description": ENTRY["description"],
        "author": {"name": "The viewmark developers"},
        "license": "MIT OR Apache-2.0",
        "repository": {"type": "git", "url": ENTRY["repository"]["url"]},
        "server": {
            "type": "python",
            "entry_point": "server.py",
            "mcp_config": {"command": package["runtimeHint"], "args": words},
        },
    }
    start = "from viewmark.cli import main\n\nmain(['mcp'])\n"
    with zipfile.ZipFile(out / f"viewmark-{VERSION}.mcpb", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", json.dumps(manifest, indent=2))
        archive.writestr("server.py", start)
        for name in ("LICENSE-MIT", "LICENSE-APACHE", "README.md"):
            archive.write(ROOT / name, name)
    return f"viewmark-{VERSION}.mcpb"


def elsewhere(_out: Path) -> str:
    """List the jobs of `.github/workflows/wheels.yml` that never ran."""
    raise Untried("macOS, Windows, attestations and publishing: jobs of wheels.yml, never run")


STEPS: tuple[Callable[[Path], str], ...] = (metadata, source, materials, bundle, wheels, elsewhere)


def main() -> int:
    """Run the steps; return 1 if one fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--only", nargs="*", choices=[step.__name__ for step in STEPS])
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    failed = 0
    for step in STEPS:
        if args.only and step.__name__ not in args.only:
            continue
        try:
            state, said = "ok", step(args.out)
        except Untried as reason:
            state, said = "untried", str(reason)
        except (SystemExit, subprocess.SubprocessError, OSError) as reason:
            state, said, failed = "FAILED", str(reason), 1
        print(f"{state:8} {step.__name__:10} {said}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
