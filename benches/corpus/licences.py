"""The packages that an application of the recipes consists of, and their licences."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING

import applications

if TYPE_CHECKING:
    from pathlib import Path

_FREE = re.compile(r"\b(MIT|0?BSD|ISC|Apache|CC0)\b", re.IGNORECASE)
_BOUND = re.compile("GPL|GNU|MPL|Mozilla|EUPL|OFL|SEE |CC-BY|commercial|proprietary", re.IGNORECASE)
_PYTHON = """
import importlib.metadata as m, json, sys
found = []
for name in sys.argv[1:]:
    meta = m.metadata(name)
    said = meta.get("License-Expression") or meta.get("License") or ""
    classes = [c for c in meta.get_all("Classifier") or () if c.startswith("License ::")]
    kinds = " AND ".join(each.split(" :: ")[-1] for each in classes)
    found.append([name, meta["Version"], kinds if len(said) > 40 or not said else said])
print(json.dumps(found))
"""


_TEXTS = {
    "Commons Clause": "Commons Clause",
    "Permission is hereby granted, free of charge": "MIT",
    "Apache License": "Apache-2.0",
    "Redistribution and use in source and binary forms": "BSD",
    "Permission to use, copy, modify": "ISC",
}
"""Text in a licence, and the name of the licence."""


def packages_of(name: str) -> list[list[str]]:
    """Return name, version and licence of each repository and package that a recipe names."""
    source = applications.APPLICATIONS[name].source
    own = [[source[0], source[1][:10], _licence_of(applications.ROOT / name)]] if source else []
    return own + _registered(name)


def _licence_of(home: Path) -> str:
    """Return the licence of a repository, from its text or its package file."""
    for file in sorted((home / "source").iterdir()):
        if re.search("licen[cs]e|copying", file.name, re.IGNORECASE) and file.is_file():
            text = " ".join(file.read_text(errors="replace").split())
            return next((name for words, name in _TEXTS.items() if words in text), "")
    about = home / "source" / "package.json"
    return str(json.loads(about.read_text()).get("license", "")) if about.exists() else ""


def _registered(name: str) -> list[list[str]]:
    application = applications.APPLICATIONS[name]
    specs = [each for each in application.packages if not each.startswith("-")]
    if application.kind == "pip":
        names = [re.split(r"[\[=<>~ ]", each)[0] for each in specs]
        python = applications.binaries(name) / "python"
        command = [python, "-c", _PYTHON, *(each for each in names if each != "setuptools")]
        ran = subprocess.run(command, check=True, capture_output=True, text=True)
        return json.loads(ran.stdout)
    found = []
    for spec in specs:
        package = re.sub(r"(?<=.)@[^@/]*$", "", spec)
        file = applications.ROOT / name / "node_modules" / package / "package.json"
        about = json.loads(file.read_text()) if file.exists() else {}
        said = about.get("license") or [each.get("type") for each in about.get("licenses", [])]
        said = said.get("type") if isinstance(said, dict) else said
        licence = " OR ".join(map(str, said)) if isinstance(said, list) else said
        found.append([package, about.get("version", ""), licence or ""])
    return found


def is_free(packages: list[list[str]]) -> bool:
    """Return whether all may be redistributed, as under MIT, BSD, ISC, Apache or CC0."""
    return bool(packages) and all(_is_allowed(licence) for *_, licence in packages)


def _is_allowed(licence: str) -> bool:
    alternatives = licence.strip("()").split(" OR ")
    return any(
        all(_FREE.search(each) and not _BOUND.search(each) for each in one.split(" AND "))
        for one in alternatives
    )
