"""Refs that stay with their element. Pure; counts observations, not seconds.

One look at a page goes through `registry`: `nodes` (a living node is its element, unless it was
refilled), `matching` (identity finds it again without its node), `naming` (the text of a new
ref). `resolve` leads from a ref or label to the element or to an error that helps, `delta` says
what changed since an earlier look, `state` is the memory as JSON.
"""

from viewmark.refs.delta import Delta
from viewmark.refs.registry import PageRegistry, RefAssignment, Stability
from viewmark.refs.resolve import Resolved

__all__ = ["Delta", "PageRegistry", "RefAssignment", "Resolved", "Stability"]
