"""One tool per file: request in, result out; no MCP words, no printing."""
