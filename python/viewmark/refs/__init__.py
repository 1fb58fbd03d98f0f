"""Refs that stay with their element. Pure; counts observations, not seconds.

An observation is processed by `registry`: `by_node` (a live node is its element, unless it was
refilled), `by_identity` (finds an element again without its node), `naming` (the text of a new
ref). `resolve` maps a ref or label to the element or a helpful error, `delta` reports
changes since an earlier observation, `state` saves the memory as JSON.
"""

from viewmark.refs.delta import Delta
from viewmark.refs.registry import PageRegistry, RefAssignment, Stability
from viewmark.refs.resolve import Resolved

__all__ = ["Delta", "PageRegistry", "RefAssignment", "Resolved", "Stability"]
