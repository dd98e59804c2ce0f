"""What the operations return."""

from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple, TypeVar, Union

from .attributes import ImageAttributes, VectorAttributes
from .errors import MalformedResponseError, ServiceError, service_error
from .reading import read, read_as

Result = TypeVar("Result")
Box = Tuple[float, float, float, float]
Point = Tuple[int, int]

_FACE = "face_id_"
#: Above it, Face Compare means the same person.
_COMPARE_THRESHOLD = 0.6


def _verdict(status: Any) -> bool:
    if status not in ("match", "not a match"):
        raise ValueError(f"an unknown status {status!r}")
    return bool(status == "match")


def _points(landmarks: Mapping[str, Any]) -> Mapping[str, Point]:
    return {name: (int(point["x"]), int(point["y"])) for name, point in landmarks.items()}


def _match_details(details: Mapping[str, Any]) -> "MatchDetails":
    boxes = (details.get("face_rectangle_1"), details.get("face_rectangle_2"))
    return read(MatchDetails, details, boxes=read_as(Tuple[Optional[Box], Optional[Box]], list(boxes)))


# Where the fields of results are in a response, and how they are read.
BOX = {"at": "face_rectangle"}
SCORE = {"read": float}
VERDICT = {"at": "status", "read": _verdict}


@dataclass(frozen=True)
class LimitStatus:
    """How much of a limit is left."""

    limit: int
    remaining: int
    #: Seconds until it is full again, where the service says so.
    reset_seconds: Optional[float] = None


@dataclass(frozen=True)
class ResultMeta:
    """What comes with every result."""

    #: 1 when the first attempt succeeded.
    attempts: int
    #: Names the request in the log of the service.
    request_id: Optional[str] = None
    #: The model that made the vectors behind the result, where the operation uses any.
    model: Optional[str] = None
    rate_limit: Optional[LimitStatus] = None
    quota: Optional[LimitStatus] = None


class ImageSize(NamedTuple):
    """In pixels."""

    width: int
    height: int


@dataclass(frozen=True)
class JudgedDistance:
    """What a distance means."""

    distance: float
    #: Below this distance it is a match.
    threshold: float
    #: Per cent: 100 at distance 0, 60 at 0.5, 0 at 0.9. Above 60 it is a match.
    similarity: float
    #: The share of pairs of different people that are at least as near.
    false_match_rate: float


@dataclass(frozen=True)
class MatchDetails(JudgedDistance):
    #: The faces in the first and the second image; None for a stored vector.
    boxes: Tuple[Optional[Box], Optional[Box]]


@dataclass(frozen=True)
class MatchedFace:
    """One face of the second image."""

    score: float = field(metadata=SCORE)
    is_match: bool = field(metadata=VERDICT)
    box: Box = field(metadata=BOX)
    #: With details.
    details: Optional[JudgedDistance] = None


@dataclass(frozen=True)
class MatchResult:
    #: Euclidean distance of the two faces, 0 to 0.9.
    score: float = field(metadata=SCORE)
    #: The verdict of the service: the score is below 0.5.
    is_match: bool = field(metadata=VERDICT)
    meta: ResultMeta
    #: The unchanged response.
    raw: Mapping[str, Any]
    #: With details.
    details: Optional[MatchDetails] = field(default=None, metadata={"read": _match_details})
    #: With all: every face of the second image (the 12 most prominent at most), the nearest first.
    faces: Optional[Tuple[MatchedFace, ...]] = None


@dataclass(frozen=True)
class CompareResult:
    #: 0 to 1; above 0.6 both faces are of the same person.
    confidence: float = field(metadata=SCORE)
    is_match: bool = field(metadata={"at": "confidence", "read": lambda text: float(text) > _COMPARE_THRESHOLD})
    meta: ResultMeta
    raw: Mapping[str, Any]


@dataclass(frozen=True)
class _DetectedFace:
    #: The key of the face in the response, such as face_id_0.
    id: str
    #: x1, y1, x2, y2 in pixels; can be passed as a box.
    box: Box = field(metadata=BOX)
    age: str
    gender: str
    gender_confidence: float
    #: The 68 points by name, each x and y in pixels.
    landmarks: Mapping[str, Point] = field(metadata={"at": "landmarks.faceLandMark", "read": _points})


@dataclass(frozen=True)
class Face(ImageAttributes, _DetectedFace):
    """One face of an image."""


@dataclass(frozen=True)
class AttributesResult:
    #: The most prominent first, or in the order of the given boxes.
    faces: Tuple[Face, ...]
    image_size: ImageSize
    meta: ResultMeta
    raw: Mapping[str, Any]


@dataclass(frozen=True)
class _FaceVector:
    #: 128 numbers that describe the face. Only vectors of the same model can be compared.
    vector: Tuple[float, ...]
    #: The model that made the vector.
    model: str
    meta: ResultMeta
    raw: Mapping[str, Any]


@dataclass(frozen=True)
class VectorResult(VectorAttributes, _FaceVector):
    """The vector of a face."""


@dataclass(frozen=True)
class RedactResult:
    #: The redacted picture, without metadata.
    image: bytes
    #: image/png for a PNG, otherwise image/jpeg.
    type: str
    #: How many faces were redacted.
    faces: int
    meta: ResultMeta


class Received(NamedTuple):
    """A response that says "ok"."""

    body: Mapping[str, Any]
    headers: Mapping[str, str]
    file: bytes
    attempts: int

    @property
    def data(self) -> Mapping[str, Any]:
        data: Mapping[str, Any] = self.body["data"]
        return data


def result_of(kind: Callable[..., Result]) -> Callable[[Received], Result]:
    """Reads a result that is all of the data."""
    return lambda received: read(kind, received.data, meta=meta_of(received), raw=received.body)


def vector_result(received: Received) -> VectorResult:
    model = received.headers["x-facet-model"]
    return read(VectorResult, received.data, model=model, meta=meta_of(received), raw=received.body)


def redact_result(received: Received) -> RedactResult:
    faces = _count(received.headers.get("x-facet-faces"))
    kind = received.headers.get("content-type", "")
    if faces is None or not received.file or kind not in ("image/jpeg", "image/png"):
        raise ValueError("no picture")
    return RedactResult(received.file, kind, faces, meta_of(received))


def attributes_result(received: Received) -> AttributesResult:
    attributes: Dict[str, Any] = received.data["attributes"]
    height, width = attributes["image_size"]
    names = sorted((name for name in attributes if name.startswith(_FACE)), key=lambda name: int(name[len(_FACE) :]))
    faces = tuple(read(Face, attributes[name], id=name) for name in names)
    return AttributesResult(faces, ImageSize(int(width), int(height)), meta_of(received), received.body)


def batch_results(received: Received) -> List[Union[Received, ServiceError]]:
    """Each image of a batch has the envelope that a call of its own would have had."""
    results: List[Union[Received, ServiceError]] = []
    for body in received.data["results"]:
        if body["success"] is True:
            results.append(Received(body, received.headers, b"", received.attempts))
        else:
            request_id = received.headers.get("x-request-id")
            results.append(service_error(str(body["code"]), str(body["message"]), 200, body["data"], request_id))
    return results


def meta_of(received: Received) -> ResultMeta:
    headers = received.headers
    return ResultMeta(
        attempts=received.attempts,
        request_id=headers.get("x-request-id"),
        model=headers.get("x-facet-model"),
        rate_limit=_limit(headers, "ratelimit"),
        quota=_limit(headers, "x-quota"),
    )


def _limit(headers: Mapping[str, str], prefix: str) -> Optional[LimitStatus]:
    limit, remaining = _count(headers.get(f"{prefix}-limit")), _count(headers.get(f"{prefix}-remaining"))
    if limit is None or remaining is None:
        return None
    reset = _count(headers.get(f"{prefix}-reset"))
    return LimitStatus(limit, remaining, None if reset is None else float(reset))


def _count(text: Optional[str]) -> Optional[int]:
    digits = "" if text is None else text.strip().split(",")[0].split(";")[0]
    return int(digits) if digits.isascii() and digits.isdigit() else None


def malformed(error: Exception) -> MalformedResponseError:
    return MalformedResponseError(f"The response lacks a field or has one of another type: {error!r}.")
