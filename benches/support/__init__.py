"""Code shared by several benchmarks: pages, timing, other tools, servers."""
