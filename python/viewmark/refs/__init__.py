"""Assigns refs, such as `@save`, that stay with their element while the page changes. No I/O.

`registry` processes each observation with three modules: `by_node` matches elements whose DOM node
still shows the same record, `by_identity` finds elements again whose nodes are gone, and `naming`
chooses the text of new refs. `resolve` maps a ref or label to its element, or to a helpful error.
`delta` reports changes since an earlier observation, and `state` saves the remembered elements as
JSON. Time is counted in observations, not in seconds.
"""

from viewmark.refs.delta import Delta
from viewmark.refs.registry import PageRegistry, RefAssignment, Stability
from viewmark.refs.resolve import Resolved

__all__ = ["Delta", "PageRegistry", "RefAssignment", "Resolved", "Stability"]
