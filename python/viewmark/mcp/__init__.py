"""The MCP server: five tools over the library. Only `server.py` imports the SDK, and late."""
