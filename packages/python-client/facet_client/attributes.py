"""What a face has only on request. Generated from the service's OpenAPI document; do not edit.

After a change there: npm run client:types
"""

from dataclasses import dataclass
from typing import Literal, Mapping, Optional, Tuple


ImageAttribute = Literal["confidence", "age_years", "pose", "quality", "expression", "aligned", "aligned_alone", "vector", "spoof_score"]
VectorAttribute = Literal["confidence", "pose", "quality", "expression", "aligned", "aligned_alone"]


@dataclass(frozen=True)
class HeadPose:
    """In degrees: `yaw` (above 0: the nose points to the left of the image), `pitch` (above 0: up) and `roll` (above 0: the head leans clockwise)."""

    yaw: float
    pitch: float
    roll: float


@dataclass(frozen=True)
class FailedCondition:
    """A condition of `quality=1` that the face does not meet."""

    attribute: str
    error: str
    value: float
    threshold: float


@dataclass(frozen=True)
class FaceQuality:
    """`score`, that of the weakest measure; `sharpness` and `evenness` from 0 to 1; `illumination` from 0 to 255; `size`; and `failed`, the conditions of `quality=1` that the face does not meet."""

    #: All measures in one number: how good the weakest of them is.
    score: float
    #: How much fine detail the face shows; below 0.35 it is blurred.
    sharpness: float
    #: Mean luma over the face (BT.601).
    illumination: float
    #: Mean luma of the darker half of the face relative to the brighter one.
    evenness: float
    #: Width, then height of the face rectangle, in pixels.
    size: Tuple[float, float]
    #: The conditions of `quality=1` on Face Vector that the face does not meet; empty if it passes.
    failed: Tuple[FailedCondition, ...]


@dataclass(frozen=True)
class FaceExpression:
    """`smile` from 0 to 1; `mouth_opening` (open from about 0.1), `left_eye_opening` and `right_eye_opening` (closed below about 0.16), relative to the width; `blendshapes`, 51 scores of single movements, named as in MediaPipe. Left and right are the person's own, unlike those of the landmarks. How a face moves is not how a person feels: the EU AI Act, Article 5(1)(f), forbids inferring emotions at work and in education, except for medical or safety reasons."""

    smile: float
    #: The gap between the lips relative to the width of the mouth; from 0.1 on it is open.
    mouth_opening: float
    #: The gap between the lids relative to the width of the eye; below 0.16 it is closed.
    left_eye_opening: float
    right_eye_opening: float
    #: Scores from 0 to 1, with the names of ARKit and MediaPipe.
    blendshapes: Mapping[str, float]


@dataclass(frozen=True)
class VectorAttributes:
    """What a result of Face Vector has only on request."""

    #: How sure the service is that this is a face, 0 to 1.
    confidence: Optional[float] = None
    #: In degrees: `yaw` (above 0: the nose points to the left of the image), `pitch` (above 0: up) and `roll` (above 0: the head leans clockwise).
    pose: Optional[HeadPose] = None
    #: `score`, that of the weakest measure; `sharpness` and `evenness` from 0 to 1; `illumination` from 0 to 255; `size`; and `failed`, the conditions of `quality=1` that the face does not meet.
    quality: Optional[FaceQuality] = None
    #: `smile` from 0 to 1; `mouth_opening` (open from about 0.1), `left_eye_opening` and `right_eye_opening` (closed below about 0.16), relative to the width; `blendshapes`, 51 scores of single movements, named as in MediaPipe. Left and right are the person's own, unlike those of the landmarks. How a face moves is not how a person feels: the EU AI Act, Article 5(1)(f), forbids inferring emotions at work and in education, except for medical or safety reasons.
    expression: Optional[FaceExpression] = None
    #: The face turned upright and cropped as the model of the vectors takes it, with the eyes and the mouth in their usual place: a PNG of 112×112 pixels in Base64. What lies outside the image is black.
    aligned: Optional[str] = None
    #: The same, black outside the outline of the face, so that nobody else is in it.
    aligned_alone: Optional[str] = None


@dataclass(frozen=True)
class ImageAttributes(VectorAttributes):
    """What a face has only on request."""

    #: The estimated age in years, within the range of `age`.
    age_years: Optional[float] = None
    #: The 128 numbers of Face Vector; the header X-Facet-Model names their model. Only the first 8 faces have them, or as many as `max_faces` says.
    vector: Optional[Tuple[float, ...]] = None
    #: How much the face looks like a photo or a screen, 0 to 1, in this picture alone. A hint, never a verdict: it is wrong for every sixth attack, and often on press photos. Only the first 4 faces have it.
    spoof_score: Optional[float] = None
