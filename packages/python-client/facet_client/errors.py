"""Everything that the client raises on purpose is a FacetError."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Type, TypeVar

from .attributes import FailedCondition
from .reading import read

Failed = TypeVar("Failed")

# Generated from the service's catalogue of errors: what to do about each code.
_ADVICE: Dict[str, str] = json.loads(Path(__file__).with_name("advice.json").read_text("utf-8"))
# Generated from the TypeScript client: what each code means, in one word.
_CODES: Dict[str, Dict[str, str]] = json.loads(Path(__file__).with_name("codes.json").read_text("utf-8"))

#: The codes of the service by their meaning, such as FACET_CODES["no_face"].
FACET_CODES: Mapping[str, str] = _CODES["codes"]


class FacetError(Exception):
    """The base class of all errors of this package. `kind` is one word to switch on."""

    kind: str = "input"


class InputError(FacetError):
    """An argument cannot be used or an image file cannot be read. Nothing was sent."""


class NetworkError(FacetError):
    """The connection failed. With never_sent the service cannot have seen the call."""

    kind = "network"

    def __init__(self, message: str, never_sent: bool) -> None:
        super().__init__(message)
        self.never_sent = never_sent


class FacetTimeoutError(FacetError):
    """The call took longer than its timeout. The service may have counted it."""

    kind = "timeout"


class MalformedResponseError(FacetError):
    """What came back is not a response of the service."""

    kind = "malformed-response"


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
        self.kind = kind_of(code, http_status)
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


class AuthError(ServiceError):
    """The API key is missing or unknown."""


class SubscriptionError(ServiceError):
    """The account has no running subscription."""


class RateLimitError(ServiceError):
    """Too many calls in a short time; retry_after has the seconds to wait."""


class QuotaError(ServiceError):
    """The quota of the plan is used up; retry_after leads to the next period."""


class NotFoundError(ServiceError):
    """The collection, person or face does not exist, or no longer; `code` tells which."""


class CollectionLimitError(ServiceError):
    """The plan allows no more collections, people or faces; `data` has what, limit and used."""


class NoFaceError(ServiceError):
    """The image shows no face."""

    @property
    def field(self) -> Optional[str]:
        """The field of the image without a face, such as img_2."""
        field = self.data.get("field")
        return field if isinstance(field, str) else None


@dataclass(frozen=True)
class FailedRule:
    """One rule of the enrolment check that the photo does not meet."""

    #: Such as yaw, sharpness or eyes_open; the API documentation lists them.
    rule: str
    value: float
    #: Whether the threshold is the least or the most that passes.
    bound: str
    threshold: float
    #: What the person in front of the camera can do about it, in English.
    advice: str


class QualityError(ServiceError):
    """The face is too small, too dark or turned away."""

    @property
    def failed(self) -> Tuple[FailedCondition, ...]:
        """Every condition that failed; the message is that of the first."""
        return _failed(FailedCondition, self.data)


class EnrolmentError(ServiceError):
    """The photo does not pass the strict check for enrolment."""

    @property
    def failed(self) -> Tuple[FailedRule, ...]:
        """Every rule that failed."""
        return _failed(FailedRule, self.data)


def _failed(kind: Callable[..., Failed], data: Mapping[str, Any]) -> Tuple[Failed, ...]:
    """What is not as documented is left out."""
    failed = data.get("failed")
    found: List[Failed] = []
    for item in failed if isinstance(failed, list) else []:
        try:
            found.append(read(kind, item))
        except (KeyError, TypeError, ValueError):
            continue
    return tuple(found)


_CLASSES: Dict[str, Type[ServiceError]] = {
    "not-found": NotFoundError,
    "collection-limit": CollectionLimitError,
    "auth": AuthError,
    "subscription": SubscriptionError,
    "rate-limit": RateLimitError,
    "quota": QuotaError,
    "no-face": NoFaceError,
    "quality": QualityError,
    "enrolment": EnrolmentError,
}


def kind_of(code: str, http_status: int) -> str:
    """What went wrong, in one word; for a code that is newer than this client, by the HTTP status."""
    return _CODES["kinds"].get(code) or ("server" if http_status >= 500 else "request")


def service_error(
    code: str,
    message: str,
    http_status: int,
    data: Mapping[str, Any],
    request_id: Optional[str] = None,
    retry_after: Optional[float] = None,
) -> ServiceError:
    """The error of the class that fits the code."""
    kind = _CLASSES.get(kind_of(code, http_status), ServiceError)
    return kind(code, message, http_status, data, request_id, retry_after)
