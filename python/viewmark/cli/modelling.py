"""`viewmark models`: lists vision model families with the token cost of two image sizes."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from viewmark.model_rules import ModelRules, checked_on, families, rules_of

SIZES = ((1280, 720), (1920, 1080))


def models(args: argparse.Namespace) -> None:
    """Print the table of model families, or all figures with their sources as JSON."""
    shown = [rules_of(args.model)] if args.model else list(families())
    if args.print_json:
        print(json.dumps({"checked": checked_on(), "families": [_json(each) for each in shown]}))
        return
    heads = ["family", "long edge", *(f"{w}x{h}" for w, h in SIZES), "models"]
    rows = [heads, *(_row(each) for each in shown)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [row[column].rjust(widths[column]) for column in range(1, len(heads) - 1)]
        print("  ".join([*cells, row[-1]]))
    if args.model:
        for source in shown[0].sources:
            print(f"  {source.says}: {source.url} ({source.date})")
        if shown[0].disagreement:
            print(f"  Sources disagree: {shown[0].disagreement}")
    print(f"Tokens by published formulas, sources read on {checked_on()}; an estimate, not a bill.")


def _row(rules: ModelRules) -> list[str]:
    edge = f"{rules.long_edge} px" if rules.long_edge else "any"
    return [rules.family, edge, *(f"{rules.tokens(size):,}" for size in SIZES), rules.title]


def _json(rules: ModelRules) -> dict[str, Any]:
    tokens = {f"{w}x{h}": rules.tokens((w, h)) for w, h in SIZES}
    limits = {"max_base64": rules.max_base64, "max_request": rules.max_request}
    return asdict(rules) | {"long_edge": rules.long_edge, "tokens": tokens} | limits
