"""Run batches on Ray, Spark and Dask, and load data sets with other libraries (`make test-batch`).

Everything is installed in one separate environment, .cache/batch; a part is reinstalled only if its
list of packages has changed. ONLY="ray loaders" selects parts; ROWS=1000 sets the number of rows. A
part that cannot be installed, or that lacks a requirement on this machine (Spark needs Java), is
listed with the reason. The exit code is 1 if a part fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
CACHE = ROOT / ".cache" / "batch"
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "batch")]

from batch_pages import fill  # noqa: E402
from webserver import LocalSite  # noqa: E402

OURS = ("cdp-socket==1.2.8", "websockets>=15", "orjson>=3.10", "pyarrow>=17", "pillow>=10")
PARTS = {
    "loaders": ("datasets>=4", "webdataset>=1", "pycocotools>=2.0.8"),
    "ray": ("ray[data]>=2.40", "pandas"),
    "dask": ("dask>=2025.1", "distributed>=2025.1", "pandas"),
    "spark": ("pyspark>=4", "pandas"),
}
ROWS = int(os.environ.get("ROWS", "60"))
ROW = "{:<10}{}"


def python() -> Path:
    """Return the interpreter of the environment, creating it if it is missing or incomplete."""
    found = CACHE / "bin" / "python"
    works = found.exists() and subprocess.run(
        [found, "-m", "pip", "--version"], capture_output=True
    )
    if not works or works.returncode:
        say(f"an environment in {CACHE.relative_to(ROOT)}")
        venv.create(CACHE, with_pip=True, clear=True)
    return found


def say(words: str) -> None:
    print(f"[test-batch] {words}", file=sys.stderr, flush=True)


def why_not(name: str) -> str | None:
    """Install the requirements of a part if necessary; return the reason if that fails."""
    if name == "spark" and shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        return "Spark needs Java 17 or newer; on Debian: apt-get install default-jre-headless"
    wanted = [*OURS, *PARTS[name]]
    stamp, told = CACHE / f".{name}.installed", "\n".join([sys.version, *wanted])
    interpreter = str(python())
    if stamp.exists() and stamp.read_text() == told:
        return None
    say(f"packages for {name}")
    pip = [interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, *wanted], capture_output=True, text=True)
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["pip failed without a word"])[-1][:200]
    stamp.write_text(told)
    return None


def main() -> int:
    site, failures = LocalSite(), 0
    urls = fill(site, ROWS)
    env = os.environ | {"PYTHONPATH": f"{ROOT / 'python'}{os.pathsep}{HERE}"}
    with tempfile.TemporaryDirectory(prefix="viewmark-engines-") as folder:
        listed = Path(folder) / "urls.txt"
        listed.write_text("\n".join(urls))
        for name in os.environ.get("ONLY", "").split() or list(PARTS):
            if (why := why_not(name)) is not None:
                print(ROW.format(name, f"not run: {why}"), flush=True)
                failures += 1
                continue
            command = [str(python()), str(HERE / f"on_{name}.py"), str(listed), folder]
            try:
                done = subprocess.run(
                    command, capture_output=True, text=True, timeout=1800, env=env
                )
                told = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""
                if done.returncode:
                    told = f"FAILED: {done.stderr.strip()[-1500:]}"
            except subprocess.TimeoutExpired:
                done.returncode, told = 1, "FAILED: it did not end within 1,800 s"
            failures += done.returncode != 0
            print(ROW.format(name, told), flush=True)
    site.close()
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
