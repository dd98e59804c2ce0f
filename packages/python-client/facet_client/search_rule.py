"""How near a person must be to count as found in a gallery: the rule of the TypeScript gallery, with its numbers."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, List, Optional, Tuple

from .errors import InputError

# Generated from packages/gallery/src/search, where the numbers are measured.
_RULE = json.loads(Path(__file__).with_name("search_rule.json").read_text("utf-8"))
#: The model whose distances were measured.
MODEL: str = _RULE["model"]
MATCH_THRESHOLD: float = _RULE["match_threshold"]
DEFAULT_FALSE_POSITIVE_RATE: float = _RULE["default_false_positive_rate"]
# Of the pairs of different people, which share is nearer than a distance.
_POINTS: List[Tuple[float, float]] = [(point["share"], point["distance"]) for point in _RULE["impostor_distances"]]


@dataclass(frozen=True)
class SearchThreshold:
    #: Only people nearer than this count as found.
    threshold: float
    #: The share of people who are not enrolled that this threshold finds as somebody who is.
    false_positive_rate: float


def search_threshold(vectors: int, false_positive_rate: Optional[float] = None) -> SearchThreshold:
    """The threshold for a gallery of this many vectors that keeps to the false positive rate.

    Every vector is one more opportunity for a false positive, so the threshold falls as a gallery grows. It is never
    above that of a match.
    """
    wanted = DEFAULT_FALSE_POSITIVE_RATE if false_positive_rate is None else false_positive_rate
    if not 0 < wanted < 1:
        raise InputError(f"false_positive_rate must lie between 0 and 1, not {wanted}.")
    share = -math.expm1(math.log1p(-wanted) / max(1, vectors))
    threshold = min(MATCH_THRESHOLD, _distance_of(share))
    return SearchThreshold(threshold, _rate_of_attempts(_share_nearer(threshold), vectors))


def _rate_of_attempts(share: float, attempts: int) -> float:
    """The probability that at least one of this many attempts succeeds."""
    return float(min(1, attempts)) if share >= 1 else -math.expm1(attempts * math.log1p(-share))


def _share_nearer(distance: float) -> float:
    (share, near), (next_share, far) = _pair_around(lambda point: point[1] <= distance)
    part = (distance - near) / (far - near)
    return float(min(1.0, share * (next_share / share) ** part))


def _distance_of(wanted: float) -> float:
    (share, near), (next_share, far) = _pair_around(lambda point: point[0] <= wanted)
    part = math.log(wanted / share) / math.log(next_share / share)
    return max(0.0, near + part * (far - near))


def _pair_around(is_below: Callable[[Tuple[float, float]], bool]) -> Tuple[Tuple[float, float], Tuple[float, float]]:
    """The last point below and the one after it; the two outermost where there is none on one side."""
    last = max((n for n, point in enumerate(_POINTS) if is_below(point)), default=0)
    at = min(last, len(_POINTS) - 2)
    return _POINTS[at], _POINTS[at + 1]
