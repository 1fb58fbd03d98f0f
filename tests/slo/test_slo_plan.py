"""Objectives and plans: syntax, files, and invalid input."""

from __future__ import annotations

from pathlib import Path

import pytest

from viewmark.errors import InvalidOption, UnknownModel
from viewmark.slo import DEFAULTS, Objective, PageUnderTest, Plan, load_plan
from viewmark.slo.plan import find_plan

WHOLE = """
samples = 12
loads = 2
[objectives]
observe_ms = 50
observe_p95_ms = 90
observe_ratio = 1.5
base64_max = 200000
[[pages]]
url = "demo"
name = "Orders"
[[pages]]
url = "http://127.0.0.1:1/"
viewport = [400, 800]
cpu_throttle = 4
click_selector = "#go"
[pages.objectives]
observe_ms = 80
click_ms = 100
"""


def test_a_name_says_metric_percentile_and_kind() -> None:
    found = Objective.parse("first_look_p95_ms", 90)
    assert (found.metric, found.percent, found.kind) == ("first_look", 95.0, "ms")
    assert Objective.parse("observe_ratio", 1.5).unit == "x"
    assert Objective.parse("base64_max", 5).percent == 50


@pytest.mark.parametrize(
    ("name", "limit", "says"),
    [
        ("obsrve_ms", 5, "observe_ms"),
        ("observe", 5, "METRIC_ms"),
        ("observe_max", 5, "is not an objective"),
        ("base64_ms", 5, "is not an objective"),
        ("navigate_ratio", 5, "navigate_ms"),
        ("observe_ms", 0, "positive number"),
        ("observe_ms", "50", "positive number"),
        ("observe_ms", True, "positive number"),
        ("observe_ms", float("nan"), "positive number"),
    ],
)
def test_what_is_not_an_objective_is_refused_with_the_nearest(
    name: str, limit: object, says: str
) -> None:
    with pytest.raises(InvalidOption, match=says):
        Objective.parse(name, limit)


def test_the_defaults_are_those_of_the_specifications() -> None:
    told = {each.name: each.limit for each in DEFAULTS}
    assert told["discover_ms"] == 50
    assert told["observe_ms"] == 200
    assert told["base64_max"] == 500_000
    assert all(each.source for each in DEFAULTS)


@pytest.mark.parametrize("where", ["slo.toml", "pyproject.toml"])
def test_a_plan_is_read_from_its_file(where: str, tmp_path: Path) -> None:
    text = WHOLE
    if where == "pyproject.toml":
        text = "[tool.viewmark.slo]\n" + text.replace(
            "[objectives]", "[tool.viewmark.slo.objectives]"
        )
        text = text.replace("[[pages]]", "[[tool.viewmark.slo.pages]]")
        text = text.replace("[pages.objectives]", "[tool.viewmark.slo.pages.objectives]")
    (tmp_path / where).write_text(text)
    plan = load_plan(tmp_path / where)
    assert (plan.samples, plan.loads, len(plan.objectives)) == (12, 2, 4)
    orders, other = plan.pages
    assert (orders.title, other.viewport, other.cpu_throttle) == ("Orders", (400, 800), 4)
    limits = {each.name: each.limit for each in plan.for_page(other)}
    assert (limits["observe_ms"], limits["click_ms"], limits["observe_ratio"]) == (80, 100, 1.5)
    assert {e.name: e.limit for e in plan.for_page(orders)}["observe_ms"] == 50


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("samples = [", "not TOML"),
        ("sampels = 5", "means nothing.*Do you mean samples"),
        ("[objectives]\nobserve_ratio = '150%'", "without quotes.*1.5 is 150 %"),
        ("samples = 2", "5 to 10000"),
        ("model = 5", "model"),
        ("pages = 5", r"\[\[pages\]\]"),
        ("pages = []", "no page"),
        ("[[pages]]\nname = 'a'", "needs a url"),
        ("[[pages]]\nurl = 'demo'\nviewport = [1]", "width, height"),
        ("[[pages]]\nurl = 'demo'\ncpu_throttle = 0.5", "1 or more"),
        ("[[pages]]\nurl = 'demo'\nwidth = 5", "means nothing"),
        ("objectives = 5", "must be a table"),
        ("[objectives]\nclick_ms = 5", "click_selector"),
    ],
)
def test_a_plan_that_means_nothing_is_refused(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "slo.toml").write_text(text)
    with pytest.raises(InvalidOption, match=says):
        load_plan(tmp_path / "slo.toml")


def test_a_pyproject_without_the_table_says_so(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'a'\n")
    with pytest.raises(InvalidOption, match=r"tool\.viewmark\.slo"):
        load_plan(tmp_path / "pyproject.toml")


def test_a_page_may_be_named_and_otherwise_is_its_address() -> None:
    assert PageUnderTest(url="http://a/").title == "http://a/"
    Plan().check()


def test_the_plan_of_a_folder_is_slo_toml_else_the_table_of_pyproject(tmp_path: Path) -> None:
    assert find_plan(tmp_path) is None
    shared, own = tmp_path / "pyproject.toml", tmp_path / "slo.toml"
    shared.write_text("[tool.ruff]\n")
    assert find_plan(tmp_path) is None
    shared.write_text("[tool.viewmark.slo]\nsamples = 9\n")
    assert find_plan(tmp_path) == shared
    assert load_plan(shared).samples == 9
    own.write_text("samples = 7\n")
    assert find_plan(tmp_path) == own
    shared.write_text("[tool.viewmark]\nslo = 5\n")
    with pytest.raises(InvalidOption, match="must be a table"):
        load_plan(shared)


def test_a_model_without_rules_is_refused_before_anything_is_measured() -> None:
    with pytest.raises(UnknownModel, match="gpt-0"):
        Plan(model="gpt-0").check()
