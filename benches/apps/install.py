"""Real applications from the package registries, each installed in its own folder in .cache/apps.

They are installed once; further calls do nothing. None of them is a dependency of viewmark.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

CACHE = Path(__file__).parents[2] / ".cache" / "apps"
PYTHON_APPS = {
    "jupyterlab": ["jupyterlab"],
    "django": ["django"],
    "streamlit": ["streamlit"],
    "gradio": ["gradio"],
    "mkdocs": ["mkdocs-material"],
}
NODE_APPS = {
    "antd": ["antd@5", "react@18", "react-dom@18", "dayjs@1"],
    "shoelace": ["@shoelace-style/shoelace@2"],
    "bootstrap": ["bootstrap@5"],
    "mui": ["@mui/material@5.16.7", "react@18", "react-dom@18"],
}


def venv(name: str) -> Path:
    """Return the `bin` folder of an application's virtual environment, creating it if necessary."""
    home = CACHE / name
    if not (home / ".done").exists():
        if not (home / "bin" / "python").exists():
            subprocess.run([sys.executable, "-m", "venv", home], check=True)
        pip = [home / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *PYTHON_APPS[name]], check=True)
        (home / ".done").touch()
    return home / "bin"


def node(name: str) -> Path:
    """Return the `node_modules` folder of a component library."""
    home = CACHE / name
    if not (home / ".done").exists():
        if shutil.which("npm") is None:
            raise FileNotFoundError("npm is needed for the component libraries (apt install npm)")
        home.mkdir(parents=True, exist_ok=True)
        quiet = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"]
        subprocess.run(
            ["npm", "install", *quiet, "--prefix", str(home), *NODE_APPS[name]],
            check=True,
        )
        (home / ".done").touch()
    return home / "node_modules"
