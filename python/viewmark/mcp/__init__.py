"""The MCP face: five tools over the tools layer. Only `server.py` imports the SDK, and late."""
