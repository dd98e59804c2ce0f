"""What the operations return."""

import math
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, Type, Union, get_args, get_origin, get_type_hints

from .attributes import ImageAttributes, VectorAttributes
from .errors import MalformedResponseError, ServiceError, service_error

Box = Tuple[float, float, float, float]
Point = Tuple[int, int]

_FACE = "face_id_"
#: Above it, Face Compare means the same person.
_COMPARE_THRESHOLD = 0.6


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

    score: float
    is_match: bool
    box: Box
    #: With details.
    details: Optional[JudgedDistance] = None


@dataclass(frozen=True)
class MatchResult:
    #: Euclidean distance of the two faces, 0 to 0.9.
    score: float
    #: The verdict of the service: the score is below 0.5.
    is_match: bool
    meta: ResultMeta
    #: The unchanged response.
    raw: Mapping[str, Any]
    #: With details.
    details: Optional[MatchDetails] = None
    #: With all: every face of the second image (the 12 most prominent at most), the nearest first.
    faces: Optional[Tuple[MatchedFace, ...]] = None


@dataclass(frozen=True)
class CompareResult:
    #: 0 to 1; above 0.6 both faces are of the same person.
    confidence: float
    is_match: bool
    meta: ResultMeta
    raw: Mapping[str, Any]


@dataclass(frozen=True)
class _DetectedFace:
    #: The key of the face in the response, such as face_id_0.
    id: str
    #: x1, y1, x2, y2 in pixels; can be passed as a box.
    box: Box
    age: str
    gender: str
    gender_confidence: float
    #: The 68 points by name, each x and y in pixels.
    landmarks: Mapping[str, Point]


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


def match_result(received: Received) -> MatchResult:
    data = received.data
    details, faces = data.get("details"), data.get("faces")
    return MatchResult(
        score=float(data["score"]),
        is_match=verdict(data),
        details=None if details is None else _match_details(details),
        faces=None if faces is None else tuple(_matched_face(face) for face in faces),
        meta=meta_of(received),
        raw=received.body,
    )


def verdict(data: Mapping[str, Any]) -> bool:
    if data["status"] not in ("match", "not a match"):
        raise ValueError(f"an unknown status {data['status']!r}")
    return bool(data["status"] == "match")


def _match_details(details: Mapping[str, Any]) -> MatchDetails:
    first, second = details.get("face_rectangle_1"), details.get("face_rectangle_2")
    return MatchDetails(
        *_judged(details), boxes=(None if first is None else _box(first), None if second is None else _box(second))
    )


def _judged(details: Mapping[str, Any]) -> Tuple[float, float, float, float]:
    return (
        float(details["distance"]),
        float(details["threshold"]),
        float(details["similarity"]),
        float(details["false_match_rate"]),
    )


def _matched_face(face: Mapping[str, Any]) -> MatchedFace:
    details = face.get("details")
    return MatchedFace(
        score=float(face["score"]),
        is_match=verdict(face),
        box=_box(face["face_rectangle"]),
        details=None if details is None else JudgedDistance(*_judged(details)),
    )


def compare_result(received: Received) -> CompareResult:
    confidence = float(received.data["confidence"])
    return CompareResult(confidence, confidence > _COMPARE_THRESHOLD, meta_of(received), received.body)


def vector_result(received: Received) -> VectorResult:
    data = received.data
    return VectorResult(
        vector=numbers_of_vector(data["vector"]),
        model=received.headers["x-facet-model"],
        meta=meta_of(received),
        raw=received.body,
        **_requested(VectorAttributes, data),
    )


def numbers_of_vector(vector: Any) -> Tuple[float, ...]:
    return tuple(float(number) for number in vector)


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
    return AttributesResult(
        faces=tuple(_face(name, attributes[name]) for name in names),
        image_size=ImageSize(int(width), int(height)),
        meta=meta_of(received),
        raw=received.body,
    )


def _face(name: str, entry: Mapping[str, Any]) -> Face:
    points = entry["landmarks"]["faceLandMark"]
    return Face(
        id=name,
        box=_box(entry["face_rectangle"]),
        age=str(entry["age"]),
        gender=str(entry["gender"]),
        gender_confidence=float(entry["gender_confidence"]),
        landmarks={key: (int(point["x"]), int(point["y"])) for key, point in points.items()},
        **_requested(ImageAttributes, entry),
    )


def _box(sides: Any) -> Box:
    x1, y1, x2, y2 = sides
    return float(x1), float(y1), float(x2), float(y2)


def _requested(kind: Type[VectorAttributes], entry: Mapping[str, Any]) -> Dict[str, Any]:
    """The attributes that the call requested, each as its type says."""
    hints = get_type_hints(kind)
    return {name: _read_as(hints[name], entry[name]) for name in hints if name in entry}


def _read_as(kind: Any, value: Any) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Union:
        return _read_as(inner[0], value)
    if origin is tuple:
        kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else list(inner)
        if not isinstance(value, list) or len(value) != len(kinds):
            raise ValueError(f"a list of another length than {len(kinds)}")
        return tuple(_read_as(item_kind, item) for item_kind, item in zip(kinds, value))
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        values = {field.name: _read_as(hints[field.name], value[field.name]) for field in fields(kind)}
        return kind(**values) if isinstance(kind, type) else None
    if origin is not None:
        return {str(key): _read_as(inner[1], item) for key, item in value.items()}
    if kind is float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise ValueError(f"{value!r} where a number was expected")
        return float(value)
    if not isinstance(value, kind):
        raise ValueError(f"{value!r} where {kind.__name__} was expected")
    return value


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
