"""One request to the service within a deadline, and its repetition where that is safe."""

import http.client
import json
import random
import socket
import threading
import time
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Tuple, TypeVar, Union
from urllib.parse import urlsplit

from .errors import (
    FacetError,
    FacetTimeoutError,
    InputError,
    MalformedResponseError,
    NetworkError,
    ServiceError,
    service_error,
)
from .images import Body

MAX_RESPONSE_BYTES = 32 * 1024 * 1024
_FIRST_BACK_OFF_S = 0.25
_LONGEST_BACK_OFF_S = 8.0
_QUOTA_USED_UP = "4292"

Result = TypeVar("Result")


class Response(NamedTuple):
    body: Mapping[str, Any]
    headers: Mapping[str, str]
    #: In place of a body, where the operation responds with a picture.
    file: bytes = b""


class Deadline:
    """The end of a call, retries included."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._end = time.monotonic() + timeout

    def remaining(self) -> float:
        return self._end - time.monotonic()

    def expired(self) -> FacetTimeoutError:
        return FacetTimeoutError(
            f"The call took longer than {self._timeout:g} s; raise the timeout or send smaller images."
        )


class Endpoint:
    """Where the service is."""

    def __init__(self, base_url: str) -> None:
        try:
            parts = urlsplit(base_url)
        except ValueError as error:
            raise InputError(f"base_url is not a valid address: {base_url!r}.") from error
        if parts.scheme not in ("http", "https") or parts.hostname is None or parts.query or parts.fragment:
            raise InputError(f"base_url must be an http(s) address such as http://127.0.0.1:8080, not {base_url!r}.")
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        try:
            self._port = parts.port
        except ValueError as error:
            raise InputError(f"base_url has an invalid port: {base_url!r}.") from error
        self._prefix = parts.path.rstrip("/")
        _check_characters(self._host, self._prefix, base_url)

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: Optional[Body], deadline: Deadline
    ) -> Response:
        return _read(*self._exchange(method, path, headers, body, MAX_RESPONSE_BYTES, deadline))

    def get_bytes(self, path: str, headers: Mapping[str, str], max_bytes: int, deadline: Deadline) -> bytes:
        """A response that is not JSON but bytes."""
        status, received, content = self._exchange("GET", path, headers, None, max_bytes, deadline)
        if status != 200 or not received.get("content-type", "").startswith("application/octet-stream"):
            _read(status, received, content)
            raise MalformedResponseError("The response holds no bytes.")
        if len(content) > max_bytes:
            raise MalformedResponseError(f"The response is larger than {max_bytes} bytes.")
        return content

    def _exchange(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Optional[Body],
        max_bytes: int,
        deadline: Deadline,
    ) -> Tuple[int, Dict[str, str], bytes]:
        remaining = deadline.remaining()
        if remaining <= 0:
            raise deadline.expired()
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection: Union[http.client.HTTPConnection, http.client.HTTPSConnection]
        connection = kind(self._host, self._port, timeout=remaining)
        try:
            connection.connect()
        except OSError as error:
            connection.close()
            if isinstance(error, socket.timeout) and deadline.remaining() <= 0:
                raise deadline.expired() from error
            raise NetworkError(f"The service cannot be reached: {error}.", never_sent=True) from error
        # A timeout of the socket bounds each step; this one bounds them all.
        watchdog = threading.Timer(max(0.0, deadline.remaining()), _shut_down, [connection.sock])
        watchdog.daemon = True
        watchdog.start()
        try:
            connection.request(
                method,
                self._prefix + path,
                body=None if body is None else body.content,
                headers={
                    **headers,
                    "Accept": "application/json, image/*",
                    **({} if body is None else {"Content-Type": body.content_type}),
                },
            )
            response = connection.getresponse()
            content = response.read(max_bytes + 1)
        except (OSError, http.client.HTTPException) as error:
            if deadline.remaining() <= 0:
                raise deadline.expired() from error
            raise NetworkError(f"The connection broke off: {error!r}.", never_sent=False) from error
        finally:
            watchdog.cancel()
            connection.close()
        if deadline.remaining() <= 0:
            raise deadline.expired()
        return response.status, {key.lower(): value for key, value in response.getheaders()}, content


def _check_characters(host: str, prefix: str, base_url: str) -> None:
    """The standard library reports these only when it connects or sends, with errors of several kinds."""
    try:
        host.encode("idna")
    except UnicodeError as error:
        raise InputError(
            f"base_url has an invalid host name: {base_url!r}. The parts between its dots have 1 to 63 characters each."
        ) from error
    if not prefix.isascii() or any(character <= " " or character == "\x7f" for character in host + prefix):
        raise InputError(f"base_url has characters that an address must not have: {base_url!r}.")


def _shut_down(sock: Optional[socket.socket]) -> None:
    try:
        if sock is not None:
            sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # It is closed already.


def _read(status: int, headers: Dict[str, str], content: bytes) -> Response:
    if len(content) > MAX_RESPONSE_BYTES:
        raise MalformedResponseError(f"The response is larger than {MAX_RESPONSE_BYTES} bytes.")
    if status == 200 and headers.get("content-type", "").startswith("image/"):
        return Response({}, headers, content)
    try:
        envelope = json.loads(content)
        code, message, data = envelope["code"], envelope["message"], envelope["data"]
        if not (isinstance(code, str) and isinstance(message, str) and isinstance(data, dict)):
            raise ValueError("the fields of the envelope have other types")
    except (ValueError, KeyError, TypeError) as error:
        raise MalformedResponseError(
            f"The response (HTTP {status}) is not one of the service; check base_url."
        ) from error
    if status == 200 and code == "1000":
        return Response(envelope, headers)
    raise service_error(
        code, message, status, data, headers.get("x-request-id"), _seconds(headers.get("retry-after"))
    )


def _seconds(text: Optional[str]) -> Optional[float]:
    return float(text) if text is not None and text.isascii() and text.isdigit() else None


def is_safe_to_repeat(error: FacetError) -> bool:
    """Whether the call was certainly not analysed, and may succeed later."""
    if isinstance(error, NetworkError):
        return error.never_sent
    if not isinstance(error, ServiceError):
        return False
    if error.http_status == 429:
        return error.code != _QUOTA_USED_UP
    return error.http_status == 503 and error.retry_after is not None


def with_retries(
    attempt: Callable[[int], Result], retries: int, max_wait: float, deadline: Deadline
) -> Result:
    """Repeats the attempt where that is safe, within the bounds; otherwise raises what it raised."""
    waited = 0.0
    failures = 0
    while True:
        try:
            return attempt(failures + 1)
        except FacetError as error:
            failures += 1
            if failures > retries or not is_safe_to_repeat(error):
                raise
            required = (error.retry_after or 0.0) if isinstance(error, ServiceError) else 0.0
            back_off = min(_FIRST_BACK_OFF_S * 2.0 ** (failures - 1), _LONGEST_BACK_OFF_S)
            # Random, so that many clients do not retry at the same moment.
            wait = required + back_off * (0.5 + random.random() / 2)
            if waited + wait > max_wait or wait >= deadline.remaining():
                raise
            waited += wait
        time.sleep(wait)
