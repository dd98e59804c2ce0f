"""Liveness checks: what they send and what they return."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import InputError
from .images import MAX_IMAGE_BYTES, Body, ImageSource, StoredVector, upload_body
from .results import SCORE, VERDICT, ResultMeta

#: A picture and when it was taken, in seconds since any moment.
LivenessFrame = Tuple[ImageSource, float]


@dataclass(frozen=True)
class LivenessSession:
    #: For check_liveness; it works once.
    session: str
    #: The movements to make, each from looking at the camera and back again. Left and right are the person's own.
    steps: Tuple[str, ...]
    expires_at: datetime
    meta: ResultMeta
    raw: Mapping[str, Any]


@dataclass(frozen=True)
class LivenessStep:
    action: str
    is_done: bool = field(metadata={"at": "done"})
    #: The frame in which the movement was complete, from 0.
    frame: Optional[int]


@dataclass(frozen=True)
class LivenessMatch:
    score: float = field(metadata=SCORE)
    is_match: bool = field(metadata=VERDICT)


@dataclass(frozen=True)
class LivenessResult:
    #: Whether one person was in front of the camera and made the movements of the session.
    is_live: bool = field(metadata={"at": "live"})
    #: Why not; None if live.
    reason: Optional[str]
    #: The reason in plain words.
    explanation: Optional[str]
    steps: Tuple[LivenessStep, ...]
    #: The share of the movements that were seen.
    challenge_score: float = field(metadata={"at": "scores.challenge"})
    #: How much single frames look like a picture of a face, 0 to 1; None if no frame shows one.
    spoof_score: Optional[float] = field(metadata={"at": "scores.spoof"})
    #: The frame that shows the face best, from 0.
    best_frame: Optional[int]
    meta: ResultMeta
    raw: Mapping[str, Any]
    #: With return_vector, where a frame shows a face: the vector of the best one.
    vector: Optional[Tuple[float, ...]] = None
    #: With expected, where a frame shows a face: the best one compared with it.
    match: Optional[LivenessMatch] = None


def check_body(
    session: str,
    frames: Sequence[LivenessFrame],
    expected: Union[ImageSource, StoredVector, None],
    max_bytes: int = MAX_IMAGE_BYTES,
) -> Body:
    fields: List[Tuple[str, Union[ImageSource, StoredVector]]] = [("frames", image) for image, _ in frames]
    if expected is not None:
        fields.append(("vec" if isinstance(expected, StoredVector) else "img", expected))
    times = ",".join(_milliseconds(seconds) for _, seconds in frames)
    return upload_body(fields, max_bytes, {"session": session, "times": times})


def _milliseconds(seconds: float) -> str:
    if not 0 <= seconds < 1e12:
        raise InputError(f"The time of a frame is a number of seconds from 0, not {seconds!r}.")
    return f"{seconds * 1000:.3f}"
