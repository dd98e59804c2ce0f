"""A search for people by their face vectors, in memory."""

import json
import math
import os
from dataclasses import dataclass, replace
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from . import gallery_file
from .gallery_file import MAX_ID_BYTES, MAX_META_BYTES, GalleryError, Record, Vector, as_float32
from .images import DIMENSIONS, StoredVector
from .results import VectorResult
from .search_rule import MODEL, search_threshold

MAX_K = 1000

#: A vector with its model, or 128 plain numbers of the gallery's model.
FaceVector = Union[VectorResult, StoredVector, Sequence[float]]


@dataclass(frozen=True)
class Hit:
    id: str
    #: To the nearest of the person's vectors.
    distance: float
    #: What was given with the person's latest enrolment that had a meta value.
    meta: Any = None


@dataclass(frozen=True)
class SearchResult:
    #: The nearest first; empty where nobody is near enough.
    hits: Tuple[Hit, ...]
    #: Only people nearer than this count as found.
    threshold: float
    #: The share of people who are not enrolled that this threshold finds as somebody who is; None for a threshold that was given.
    false_positive_rate: Optional[float]


@dataclass(frozen=True)
class Person:
    id: str
    #: How many vectors the person has.
    vectors: int
    meta: Any = None


class Gallery:
    """A search compares with every vector: some thousand people are a matter of tens of milliseconds."""

    def __init__(self, model: str = MODEL) -> None:
        if not (model.isascii() and model.isprintable() and 1 <= len(model) <= 64 and " " not in model):
            raise GalleryError("The name of a model is 1 to 64 visible ASCII characters.")
        self._model = model
        self._people: Dict[str, List[Vector]] = {}
        self._metas: Dict[str, str] = {}

    @classmethod
    def load(cls, path: "os.PathLike[str] | str") -> "Gallery":
        """Reads a gallery from a file that this class, @facet/gallery or the command facet wrote."""
        with open(path, "rb") as file:
            reader = gallery_file.Reader(file)
            gallery = cls(reader.model or MODEL)
            for record in reader.records():
                for vector in record.vectors:
                    gallery._add(record.id, gallery._checked(vector))
                if record.meta is not None:
                    gallery._metas[record.id] = record.meta
        if (len(gallery), gallery.vector_count) != (reader.people, reader.vectors):
            raise GalleryError("The gallery has other people or vectors than its end states.")
        return gallery

    def save(self, path: "os.PathLike[str] | str") -> None:
        """Writes the gallery to a file; an old one is replaced only when the new one is completely on disk."""
        records = (Record(id, self._metas.get(id), vectors) for id, vectors in self._people.items())
        gallery_file.save(path, self._model, len(self), self.vector_count, records)

    @property
    def model(self) -> str:
        """The model that made the vectors."""
        return self._model

    def enrol(self, id: str, vector: FaceVector, meta: Any = None) -> None:
        """Adds a vector to a person; several make them easier to find. A meta value (JSON) replaces the one before."""
        if not id or len(id.encode("utf-8", "replace")) > MAX_ID_BYTES or "\0" in id:
            raise GalleryError(f"The id of a person must be a text of 1 to {MAX_ID_BYTES} bytes; it must not be empty.")
        checked = self._checked(vector)
        if meta is not None:
            try:
                text = json.dumps(meta, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
            except (TypeError, ValueError) as error:
                raise GalleryError(f"The meta value cannot be written as JSON: {error}.") from error
            if len(text.encode()) > MAX_META_BYTES:
                raise GalleryError(f"The meta value has more than {MAX_META_BYTES} bytes.")
            self._metas[id] = text
        self._add(id, checked)

    def _add(self, id: str, vector: Vector) -> None:
        self._people.setdefault(id, []).append(vector)

    def get(self, id: str) -> Optional[Person]:
        """A person; None where there is none of this id."""
        vectors = self._people.get(id)
        return None if vectors is None else Person(id, len(vectors), self._meta(id))

    def vectors(self, id: str) -> List[Vector]:
        """A person's vectors in the order of enrolment."""
        return list(self._people.get(id, []))

    def remove(self, id: str) -> bool:
        """Removes a person with all their vectors; False where there is none of this id."""
        self._metas.pop(id, None)
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
        nearest = ((min(math.dist(wanted, own) for own in vectors), id) for id, vectors in self._people.items())
        found = sorted((distance, id) for distance, id in nearest if distance < limit)
        return SearchResult(tuple(Hit(id, distance, self._meta(id)) for distance, id in found[:k]), limit, rate)

    def search_photo(
        self,
        faces: Sequence[FaceVector],
        *,
        k: int = 1,
        false_positive_rate: Optional[float] = None,
        threshold: Optional[float] = None,
    ) -> List[SearchResult]:
        """Searches for every face of one photo. They are different people, so each person is found at most once."""
        wider = min(MAX_K, k + max(0, len(faces) - 1))
        results = [
            self.search(face, k=wider, false_positive_rate=false_positive_rate, threshold=threshold) for face in faces
        ]
        claims = sorted((hit.distance, face, hit.id) for face, result in enumerate(results) for hit in result.hits)
        face_of: Dict[str, int] = {}
        for _, face, id in claims:
            if id not in face_of and face not in face_of.values():
                face_of[id] = face
        return [
            replace(result, hits=tuple(hit for hit in result.hits if face_of.get(hit.id, face) == face)[:k])
            for face, result in enumerate(results)
        ]

    def _meta(self, id: str) -> Any:
        text = self._metas.get(id)
        return None if text is None else json.loads(text)

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

    def _checked(self, vector: FaceVector) -> Vector:
        if isinstance(vector, (VectorResult, StoredVector)):
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
        try:
            return as_float32(numbers)
        except OverflowError as error:
            raise GalleryError("The numbers of a vector must fit into 32 bits.") from error
