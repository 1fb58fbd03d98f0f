"""Imports cdp-socket's socket class without the HTTP client used by the rest of cdp-socket.

The library's HTTP module imports aiohttp, which takes most of the time of the first `launch` and is
never used here. While the class is imported, that module is replaced by functions that import the
real ones when called, so that other users of cdp-socket still get the original behaviour.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_HTTP = "cdp_socket.utils.conn"


def _late(name: str) -> Any:
    async def call(*args: Any, **kwargs: Any) -> Any:
        return await getattr(import_module(_HTTP), name)(*args, **kwargs)

    return call


def _socket_class() -> type[Any]:
    if _HTTP in sys.modules:
        return _import_class()
    stand_in: Any = ModuleType(_HTTP)
    for name in ("get_http", "get_json", "get_websock_url"):
        setattr(stand_in, name, _late(name))
    sys.modules[_HTTP] = stand_in
    try:
        return _import_class()
    except ImportError:  # this version of cdp-socket needs more of its HTTP module
        del sys.modules[_HTTP]
        return _import_class()
    finally:
        if sys.modules.get(_HTTP) is stand_in:
            del sys.modules[_HTTP]


def _import_class() -> type[Any]:
    found: type[Any] = import_module("cdp_socket.socket").SingleCDPSocket
    return found


SingleCDPSocket: type[Any] = _socket_class()
