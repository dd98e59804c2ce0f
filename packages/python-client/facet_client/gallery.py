"""A search for people by their face vectors, in memory."""

import math
from dataclasses import dataclass
from typing import Dict, Iterator, List, Optional, Sequence, Tuple, Union

from .errors import FacetError
from .results import VectorResult
from .search_rule import MODEL, search_threshold

DIMENSIONS = 128
MAX_K = 1000

#: A vector with its model, or 128 plain numbers of the gallery's model.
FaceVector = Union[VectorResult, Sequence[float]]


class GalleryError(FacetError):
    """A vector or option that the gallery cannot use."""


@dataclass(frozen=True)
class Hit:
    id: str
    #: To the nearest of the person's vectors.
    distance: float


@dataclass(frozen=True)
class SearchResult:
    #: The nearest first; empty where nobody is near enough.
    hits: Tuple[Hit, ...]
    #: Only people nearer than this count as found.
    threshold: float
    #: The share of people who are not enrolled that this threshold finds as somebody who is; None for a threshold that was given.
    false_positive_rate: Optional[float]


class Gallery:
    """A search compares with every vector: some thousand people are a matter of tens of milliseconds."""

    def __init__(self, model: str = MODEL) -> None:
        self._model = model
        self._people: Dict[str, List[Tuple[float, ...]]] = {}

    def enrol(self, id: str, vector: FaceVector) -> None:
        """Adds a vector to a person; several make them easier to find."""
        if not id:
            raise GalleryError("The id of a person must not be empty.")
        self._people.setdefault(id, []).append(self._checked(vector))

    def remove(self, id: str) -> bool:
        """Removes a person with all their vectors; False where there is none of this id."""
        return self._people.pop(id, None) is not None

    def __len__(self) -> int:
        """How many people are enrolled."""
        return len(self._people)

    def __iter__(self) -> Iterator[str]:
        return iter(self._people)

    def __contains__(self, id: object) -> bool:
        return id in self._people

    @property
    def vector_count(self) -> int:
        """How many vectors all people have together."""
        return sum(len(vectors) for vectors in self._people.values())

    def search(
        self,
        vector: FaceVector,
        *,
        k: int = 1,
        false_positive_rate: Optional[float] = None,
        threshold: Optional[float] = None,
    ) -> SearchResult:
        """Up to k people who are near enough.

        How near follows from the number of vectors enrolled and false_positive_rate: the accepted share of people who are
        not enrolled but found as somebody who is (0.01 by default). A threshold of your own replaces the rule.
        """
        if not 1 <= k <= MAX_K:
            raise GalleryError(f"k must be from 1 to {MAX_K}, not {k}.")
        wanted = self._checked(vector)
        limit, rate = self._limit(false_positive_rate, threshold)
        nearest = (Hit(id, min(math.dist(wanted, own) for own in vectors)) for id, vectors in self._people.items())
        hits = sorted((hit for hit in nearest if hit.distance < limit), key=lambda hit: (hit.distance, hit.id))
        return SearchResult(tuple(hits[:k]), limit, rate)

    def _limit(
        self, false_positive_rate: Optional[float], threshold: Optional[float]
    ) -> Tuple[float, Optional[float]]:
        if threshold is not None:
            if false_positive_rate is not None:
                raise GalleryError("Give a false_positive_rate or a threshold, not both.")
            if not threshold > 0:
                raise GalleryError(f"threshold must be a number above 0, not {threshold}.")
            return threshold, None
        if self._model != MODEL:
            raise GalleryError(f"The distances of the model {self._model} were not measured; give a threshold.")
        rule = search_threshold(self.vector_count, false_positive_rate)
        return rule.threshold, rule.false_positive_rate

    def _checked(self, vector: FaceVector) -> Tuple[float, ...]:
        if isinstance(vector, VectorResult):
            if vector.model is not None and vector.model != self._model:
                raise GalleryError(
                    f"The vector was made by {vector.model}, those of this gallery by {self._model}; "
                    "vectors of two models cannot be compared."
                )
            vector = vector.vector
        try:
            numbers = tuple(float(number) for number in vector)
        except (TypeError, ValueError, OverflowError) as error:
            raise GalleryError(f"A vector must be a sequence of {DIMENSIONS} numbers: {error}.") from error
        if len(numbers) != DIMENSIONS:
            raise GalleryError(f"A vector must have {DIMENSIONS} numbers, not {len(numbers)}.")
        for place, number in enumerate(numbers):
            if not math.isfinite(number):
                raise GalleryError(f"The numbers of a vector must be finite, but vector[{place}] is {number}.")
        if not any(numbers):
            raise GalleryError("A vector of zeros describes no face.")
        return numbers
