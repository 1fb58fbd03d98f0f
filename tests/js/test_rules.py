"""Every rule that drops, merges or adds a mark declares its principle, reason and test pages."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "python" / "viewmark" / "js" / "page"
CASES = ROOT / "tests" / "browser" / "discovery" / "cases"
STAGES = {"collect", "see", "distribute", "join", "reduce", "budget", "words"}
RULE = re.compile(r'\{\s*id: "(?P<id>[\w-]+)",(?P<rest>.*?)\n  \},', re.S)
TEXT = re.compile(r'(\w+): "([^"]*)"')
FUNCTION = re.compile(r"^(?:export )?const (\w+) = (?:\([^\n]*|\w+) =>(.*?)(?=^\S|\Z)", re.M | re.S)


def _rules() -> dict[str, dict[str, str]]:
    found = {}
    for name in ("rules", "reduce_rules"):
        for each in RULE.finditer((SCRIPTS / f"{name}.js").read_text()):
            assert each["id"] not in found, each["id"]
            found[each["id"]] = dict(TEXT.findall(each["rest"])) | {"code": each["rest"]}
    return found


def test_each_rule_has_a_principle_a_short_reason_and_pages_that_are_there() -> None:
    rules = _rules()
    assert len(rules) > 30
    for name, rule in rules.items():
        assert {"does", "principle", "reason", "page"} <= rule.keys(), name
        assert len(rule["reason"]) <= 140, name
        assert (CASES / f"{rule['page']}.html").exists(), name
        assert rule.get("stage", "reduce") in STAGES, name


def test_only_rules_drop_marks() -> None:
    declared = {name for rule in _rules().values() for name in re.findall(r"\w+", rule["code"])}
    runs_them = {"drop", "withoutDuplicates"}
    for path in SCRIPTS.glob("*.js"):
        for name, body in FUNCTION.findall(path.read_text()):
            if re.search(r"\.dropped \|?\|?= ", body):
                assert name in declared | runs_them, f"{path.name}: {name} drops marks"
