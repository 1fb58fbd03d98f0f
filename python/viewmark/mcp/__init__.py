"""The MCP server: tools over the library; only `server` and `http_server` import the SDK."""
