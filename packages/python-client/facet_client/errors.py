"""Everything that the client raises on purpose is a FacetError."""

import json
from pathlib import Path
from typing import Any, Dict, Mapping, Optional

# Generated from the service's catalogue of errors: what to do about each code.
_ADVICE: Dict[str, str] = json.loads(Path(__file__).with_name("advice.json").read_text("utf-8"))


class FacetError(Exception):
    """The base class of all errors of this package."""


class InputError(FacetError):
    """An argument cannot be used or an image file cannot be read. Nothing was sent."""


class NetworkError(FacetError):
    """The connection failed. With never_sent the service cannot have seen the call."""

    def __init__(self, message: str, never_sent: bool) -> None:
        super().__init__(message)
        self.never_sent = never_sent


class FacetTimeoutError(FacetError):
    """The call took longer than its timeout. The service may have counted it."""


class MalformedResponseError(FacetError):
    """What came back is not a response of the service."""


class ServiceError(FacetError):
    """The service responded with an error: its code, message and facts, and what to do about it."""

    def __init__(
        self,
        code: str,
        message: str,
        http_status: int,
        data: Mapping[str, Any],
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.http_status = http_status
        #: Facts: the field or parameter in question, limits, measurements.
        self.data = data
        #: Identifies the request in the log of the service.
        self.request_id = request_id
        #: Seconds to wait before the next call, where the service sent them.
        self.retry_after = retry_after

    @property
    def advice(self) -> str:
        """What to do about the error, in one or two sentences."""
        return _ADVICE.get(self.code, "See the error codes of the service.")
