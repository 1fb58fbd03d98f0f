"""Image limits of model families: published and measured values, names, and unchanged sizes."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.defaults import SAFE_SIDE
from viewmark.errors import InvalidOption, UnknownModel
from viewmark.model_rules import api_limits, checked_on, families, rules_of, size_within

SIDES = st.integers(1, 9000)
NAMES = [each.family for each in families()]


@pytest.mark.parametrize(
    ("model", "size", "tokens"),
    [
        # Anthropic's table of examples, as quoted by others.
        ("claude-opus-4-8", (1928, 1928), 4761),
        ("claude-haiku-4-5", (1928, 1928), 1521),
        ("claude-haiku-4-5", (1568, 728), 1456),
        # Measured with the services, minus the tokens of the text sent with the image.
        ("claude-haiku-4-5", (1920, 1080), 1560),
        ("claude-opus-5-5", (1280, 720), 1196),
        ("claude-sonnet-5-5", (1920, 1080), 2691),
        ("gpt-6-astra", (1024, 1024), 1229),
        ("gpt-6-astra", (4032, 3024), 14364),
        ("gpt-5.5", (3840, 2160), 9792),
        ("gpt-5.5", (4032, 3024), 11868),
        # OpenAI's guide: 1,452 patches.
        ("gpt-4.1-mini", (1800, 2400), 2353),
        ("gpt-4.1-mini", (1024, 1024), 1659),
        ("gpt-4o", (1024, 1024), 765),
        ("gpt-4o", (2048, 4096), 1105),
        ("gpt-4o-2024-11-20", (1280, 720), 1105),
        ("gemini-3.8-flash", (4032, 3024), 1120),
        ("gemini-2.5-pro", (384, 384), 258),
        ("gemini-2.5-pro", (960, 540), 6 * 258),
    ],
)
def test_published_and_measured_counts_hold(model: str, size: tuple[int, int], tokens: int) -> None:
    assert rules_of(model).tokens(size) == tokens


def test_a_picture_that_claude_scales_has_the_size_of_its_documentation() -> None:
    assert rules_of("claude-standard").seen((1920, 1080)) == (1456, 819)
    assert rules_of("claude-standard").seen((3000, 3000)) == (1092, 1092)
    assert rules_of("claude-high").seen((1280, 720)) == (1280, 720)


@pytest.mark.parametrize("name", NAMES)
@given(width=SIDES, height=SIDES)
def test_a_fitted_picture_is_scaled_by_nobody_again(name: str, width: int, height: int) -> None:
    rules = rules_of(name)
    sent = rules.fitted((width, height))
    assert rules.seen(sent) == sent
    assert rules.fitted(sent) == sent
    assert sent[0] <= width
    assert sent[1] <= height
    assert max(sent) <= (rules.many_side or rules.max_side)
    assert rules.tokens(sent) <= rules.tokens((width, height)) or rules.family == "gemini-tiles"


@pytest.mark.parametrize("name", NAMES)
@given(width=SIDES, height=SIDES, limit=st.integers(1120, 6000))
def test_a_budget_is_kept_or_refused(name: str, width: int, height: int, limit: int) -> None:
    rules = rules_of(name)
    try:
        best = size_within((width, height), limit, name)
    except InvalidOption:
        assert (
            rules.count.get("base", 0)
            or rules.count["kind"] == "crops"
            or rules.tokens((64, 64)) > limit
        )
        return
    assert rules.tokens(best) <= limit
    assert best == (width, height) or rules.tokens((width, height)) > limit


def test_many_pictures_are_smaller_where_the_service_says_so() -> None:
    rules = rules_of("claude-opus-5-5")
    assert max(rules.fitted((3840, 2160), pictures=20)) == 2576
    assert max(rules.fitted((3840, 2160), pictures=21)) == 2000
    assert max(rules.fitted((3840, 2160))) == 2000


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("claude", "claude-high"),
        ("openai", "openai-original"),
        ("gemini", "gemini-flat"),
        ("anthropic/claude-opus-4-7", "claude-high"),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-standard"),
        ("claude-opus-4-20250514", "claude-standard"),
        ("claude-3-5-sonnet-latest", "claude-standard"),
        ("Claude-Opus-5", "claude-high"),
        ("gpt-5.4-2026-03-05", "openai-5.4"),
        ("gpt-5.4-nano", "openai-nano"),
        ("vertex_ai/gemini-4-argon", "gemini-flat"),
        ("models/gemini-2.0-flash", "gemini-tiles"),
        ("openai-tiles", "openai-tiles"),
    ],
)
def test_names_as_services_write_them_are_known(name: str, family: str) -> None:
    assert rules_of(name).family == family


@pytest.mark.parametrize("name", ["parrot", "", "gpt-5", "gpt-7", "claude-opus-6", "o3", "*"])
def test_an_unknown_model_is_refused_with_the_families(name: str) -> None:
    with pytest.raises(
        UnknownModel, match="claude-high, claude-standard, openai-original"
    ) as caught:
        rules_of(name)
    assert caught.value.data["families"] == NAMES


@pytest.mark.parametrize(
    "size", [(0, 5), (5, -1), (1.5, 2), (True, 2), "ab", (1, 2, 3), (70_000, 1)]
)
def test_what_is_not_a_size_is_refused(size: object) -> None:
    with pytest.raises(InvalidOption, match="two whole numbers"):
        rules_of("claude").tokens(size)  # type: ignore[arg-type]


def test_every_figure_has_a_source_with_address_and_date() -> None:
    assert date.fromisoformat(checked_on()) >= date(2026, 11, 22)
    limits = [api_limits(name) for name in ("anthropic", "openai", "gemini", "bedrock-converse")]
    sources = [each for family in families() for each in family.sources]
    for family in families():
        assert family.sources, family.family
        assert family.title
    for limit in limits:
        assert limit["sources"]
        assert limit["max_base64"] % 4 == 0
    told = [(each.says, each.url, each.date) for each in sources]
    told += [
        (each["says"], each["url"], each["date"]) for limit in limits for each in limit["sources"]
    ]
    for says, url, day in told:
        assert says
        assert url.startswith("https://")
        assert re.fullmatch(r"20\d\d(-\d\d-\d\d)?", day), day


def test_requests_and_pictures_have_limits_of_their_service() -> None:
    claude = rules_of("claude")
    assert (claude.max_base64, claude.max_request) == (5 * 2**20, 32_000_000)
    assert any("5 MB" in source.says for source in claude.sources)
    assert "the smaller is kept" in claude.disagreement
    for family in families():
        assert family.max_base64 <= family.max_request


def test_the_default_of_the_longest_side_is_what_many_pictures_may_have() -> None:
    assert min(each.many_side for each in families() if each.many_side) == SAFE_SIDE


def test_no_pattern_of_one_family_takes_a_model_of_another() -> None:
    models = [
        *("claude-opus-4-7", "claude-opus-4-6", "claude-opus-5-5", "claude-sonnet-4-6"),
        *("gpt-5.6-sol", "gpt-5.5-pro", "gpt-5.4", "gpt-5.2", "gpt-5-mini", "gpt-4.1-nano"),
        *("gpt-4o", "gpt-4o-mini", "gpt-4.1", "o4-mini", "gemini-2.5-flash", "gemini-3.1-pro"),
    ]
    from fnmatch import fnmatchcase

    for model in models:
        homes = [f.family for f in families() if any(fnmatchcase(model, p) for p in f.models)]
        assert len(homes) == 1, (model, homes)
