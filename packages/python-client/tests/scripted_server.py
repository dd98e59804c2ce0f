"""A server on loopback that sends the responses that a test prepared."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Dict, List, Optional, Tuple, Type, Union

Prepared = Tuple[int, Dict[str, str], bytes]


def error(status: int, code: str, headers: Optional[Dict[str, str]] = None) -> Prepared:
    body = {"status": "error", "code": code, "success": False, "message": "Not now.", "data": {"field": "img"}}
    return status, headers or {}, json.dumps(body).encode()


def ok(data: Dict[str, Any], headers: Optional[Dict[str, str]] = None) -> Prepared:
    body = {"status": "ok", "code": "1000", "success": True, "message": "Fetched.", "data": data}
    return 200, {"X-Facet-Model": "some-model", **(headers or {})}, json.dumps(body).encode()


def match(score: str = "0.2500") -> Prepared:
    return ok({"score": score, "status": "match"})


class ScriptedServer:
    """Sends the prepared responses in turn, then the last one again and again. None: no response until the end."""

    def __init__(self, *prepared: Union[Prepared, None]) -> None:
        self.requests: List[Tuple[str, Dict[str, str], bytes]] = []
        self._ended = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                outer.requests.append((self.path, dict(self.headers.items()), body))
                response = prepared[min(len(outer.requests), len(prepared)) - 1]
                if response is None:
                    outer._ended.wait()
                    return
                status, headers, content = response
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "ScriptedServer":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self,
        _type: Optional[Type[BaseException]],
        _error: Optional[BaseException],
        _traceback: Optional[TracebackType],
    ) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()
