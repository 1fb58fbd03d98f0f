"""What several benches share: pages, timing, other tools, servers."""
