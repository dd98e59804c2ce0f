"""What the operations return."""

from dataclasses import dataclass
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, TypeVar

from .errors import MalformedResponseError

Box = Tuple[float, float, float, float]
Point = Tuple[int, int]

_FACE = "face_id_"


@dataclass(frozen=True)
class MatchResult:
    #: Euclidean distance of the two faces, 0 to 0.9.
    score: float
    #: The verdict of the service: the score is below 0.5.
    is_match: bool
    #: The model that made the vectors behind the score.
    model: Optional[str]


@dataclass(frozen=True)
class CompareResult:
    #: 0 to 1; above 0.6 both faces are of the same person.
    confidence: float
    is_match: bool
    model: Optional[str]


@dataclass(frozen=True)
class Face:
    #: x1, y1, x2, y2 in pixels; can be passed as a box.
    box: Box
    age: str
    gender: str
    gender_confidence: float
    #: The 68 points by name, each x and y in pixels.
    landmarks: Mapping[str, Point]


@dataclass(frozen=True)
class AttributesResult:
    #: The most prominent first, or in the order of the given boxes.
    faces: Tuple[Face, ...]
    #: Width and height in pixels.
    size: Tuple[int, int]


@dataclass(frozen=True)
class VectorResult:
    #: 128 numbers that describe the face. Only vectors of the same model can be compared.
    vector: Tuple[float, ...]
    model: Optional[str]


Result = TypeVar("Result")


def read(make: Callable[[Mapping[str, Any], Optional[str]], Result], data: Mapping[str, Any], model: Optional[str]) -> Result:
    try:
        return make(data, model)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise MalformedResponseError(f"The response lacks a field or has one of another type: {error!r}.") from error


def match_result(data: Mapping[str, Any], model: Optional[str]) -> MatchResult:
    return MatchResult(float(data["score"]), data["status"] == "match", model)


def compare_result(data: Mapping[str, Any], model: Optional[str]) -> CompareResult:
    confidence = float(data["confidence"])
    return CompareResult(confidence, confidence > 0.6, model)


def vector_result(data: Mapping[str, Any], model: Optional[str]) -> VectorResult:
    return VectorResult(tuple(float(number) for number in data["vector"]), model)


def attributes_result(data: Mapping[str, Any], _model: Optional[str]) -> AttributesResult:
    attributes: Dict[str, Any] = data["attributes"]
    height, width = attributes["image_size"]
    names = sorted((name for name in attributes if name.startswith(_FACE)), key=lambda name: int(name[len(_FACE) :]))
    return AttributesResult(tuple(_face(attributes[name]) for name in names), (int(width), int(height)))


def _face(entry: Mapping[str, Any]) -> Face:
    x1, y1, x2, y2 = entry["face_rectangle"]
    points = entry["landmarks"]["faceLandMark"]
    return Face(
        box=(float(x1), float(y1), float(x2), float(y2)),
        age=str(entry["age"]),
        gender=str(entry["gender"]),
        gender_confidence=float(entry["gender_confidence"]),
        landmarks={name: (int(point["x"]), int(point["y"])) for name, point in points.items()},
    )
