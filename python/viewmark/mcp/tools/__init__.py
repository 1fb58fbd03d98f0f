"""The five MCP tools: one module each."""
