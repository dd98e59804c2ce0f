"""People that the service remembers, where its operator has turned collections on."""

import json
import re
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import getitem
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, TypeVar, Union

from .calls import Calls, Comparable, Quality, number, on, vector_query
from .errors import InputError, ServiceError
from .images import Body, ImageSource
from .reading import read
from .results import BOX, Box, Received, ResultMeta, result_of

Result = TypeVar("Result")
_ID = re.compile(r"(?!\.{1,2}\Z)[A-Za-z0-9_.-]{1,64}")
PAGE = 1000
#: An export that is larger is not read.
MAX_EXPORT_BYTES = 1024 * 1024 * 1024


class _Unset:
    """Stands for what stays as it is; None removes it."""


_UNSET = _Unset()


@dataclass(frozen=True)
class Collection:
    id: str = field(metadata={"at": "collection"})
    people: int
    faces: int
    #: The model that made the vectors; None while there are none.
    model: Optional[str]
    #: How near a face must be to identify somebody; it falls as the collection grows.
    threshold: float
    created_at: datetime


@dataclass(frozen=True)
class CollectionCounts:
    """Numbers of collections, people and faces; a limit of None is none."""

    collections: Optional[int]
    people: Optional[int]
    faces: Optional[int]


@dataclass(frozen=True)
class CollectionList:
    collections: Tuple[Collection, ...]
    #: What the account has in all of them.
    used: CollectionCounts
    #: What its plan allows.
    limits: CollectionCounts


@dataclass(frozen=True)
class CollectionPerson:
    id: str = field(metadata={"at": "person"})
    display_name: Optional[str]
    #: As it was given; None without.
    metadata: Any
    consent: Optional[str]
    expires_at: Optional[datetime]
    #: How many faces the person has.
    faces: int
    created_at: datetime


@dataclass(frozen=True)
class PeoplePage:
    people: Tuple[CollectionPerson, ...]
    #: The `after` of the next page; None on the last one.
    next: Optional[str]


@dataclass(frozen=True)
class EnrolledFace:
    id: str = field(metadata={"at": "face"})
    created_at: datetime


@dataclass(frozen=True)
class PersonWithFaces:
    person: CollectionPerson
    faces: Tuple[EnrolledFace, ...]


@dataclass(frozen=True)
class CollectionMatch:
    """Somebody who looks like a face."""

    person: str
    display_name: Optional[str]
    collection: str
    #: Euclidean distance, 0 to 0.9.
    distance: float
    #: How often somebody who is not enrolled would be at least as near to anybody in a collection of this size.
    false_match_rate: float


@dataclass(frozen=True)
class EnrolResult:
    #: The id of the face.
    face: str
    person: str
    #: False if the person had this very face already.
    is_new: bool
    #: Other people who look the same: perhaps the same person under another id.
    duplicates: Tuple[CollectionMatch, ...]
    meta: ResultMeta
    raw: Mapping[str, Any]
    #: None for a stored vector.
    box: Optional[Box] = field(default=None, metadata=BOX)


@dataclass(frozen=True)
class SearchedFace:
    #: Whether somebody is nearer than the threshold.
    is_identified: bool = field(metadata={"at": "identified"})
    #: The people nearer than the threshold, nearest first.
    matches: Tuple[CollectionMatch, ...]
    box: Optional[Box] = field(default=None, metadata=BOX)


@dataclass(frozen=True)
class CollectionSearchResult:
    #: One, or with all each face of the image.
    faces: Tuple[SearchedFace, ...]
    #: How near a person had to be.
    threshold: float
    meta: ResultMeta
    raw: Mapping[str, Any]


@dataclass(frozen=True)
class VerifyResult:
    #: The face is nearer than the threshold to one of the person's faces.
    is_verified: bool = field(metadata={"at": "verified"})
    distance: float
    #: How often somebody else would be at least as near.
    false_match_rate: float
    threshold: float
    meta: ResultMeta
    raw: Mapping[str, Any]
    box: Optional[Box] = field(default=None, metadata=BOX)


class Collections:
    """Enrolments, searches and verifications count as calls. Ids are of your choice: 1 to 64 of A-Z a-z 0-9 . _ -"""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def list(self, *, timeout: Optional[float] = None) -> CollectionList:
        """The collections of the account, how much it keeps in them, and how much its plan allows."""
        return self._send(_part(CollectionList), "GET", (), timeout=timeout)

    def create(self, collection: str, *, timeout: Optional[float] = None) -> Collection:
        """Creates a collection; one that exists stays as it is."""
        return self._send(_part(Collection, "collection"), "PUT", (collection,), timeout=timeout)

    def get(self, collection: str, *, timeout: Optional[float] = None) -> Collection:
        return self._send(_part(Collection, "collection"), "GET", (collection,), timeout=timeout)

    def delete(self, collection: str, *, timeout: Optional[float] = None) -> CollectionCounts:
        """Deletes a collection with everybody in it, for good."""
        deleted = _part(CollectionCounts, "deleted", collections=1)
        return self._send(deleted, "DELETE", (collection,), timeout=timeout)

    def people(
        self, collection: str, *, prefix: Optional[str] = None, timeout: Optional[float] = None
    ) -> Iterator[CollectionPerson]:
        """Everybody in a collection by id, loaded page by page."""
        after: Optional[str] = None
        while True:
            page = self.list_people(collection, prefix=prefix, after=after, limit=PAGE, timeout=timeout)
            yield from page.people
            if page.next is None:
                return
            after = page.next

    def list_people(
        self,
        collection: str,
        *,
        prefix: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> PeoplePage:
        """One page of the people in a collection, 100 unless limit says otherwise (up to 1,000)."""
        query = {"prefix": prefix, "after": after, "limit": number(limit)}
        return self._send(_part(PeoplePage), "GET", (collection, "people"), query, timeout=timeout)

    def put_person(
        self,
        collection: str,
        person: str,
        *,
        display_name: Union[str, None, _Unset] = _UNSET,
        metadata: Any = _UNSET,
        consent: Union[str, None, _Unset] = _UNSET,
        expires_at: Union[datetime, None, _Unset] = _UNSET,
        timeout: Optional[float] = None,
    ) -> CollectionPerson:
        """Creates a person, or changes what is given; None removes it. expires_at needs a time zone."""
        if isinstance(expires_at, datetime) and expires_at.tzinfo is None:
            raise InputError("expires_at needs a time zone, such as datetime.timezone.utc.")
        given = {
            "display_name": display_name,
            "metadata": metadata,
            "consent": consent,
            "expires_at": expires_at.isoformat() if isinstance(expires_at, datetime) else expires_at,
        }
        body = _json({name: value for name, value in given.items() if not isinstance(value, _Unset)})
        path = (collection, "people", person)
        return self._send(_part(CollectionPerson, "person"), "PUT", path, body=body, timeout=timeout)

    def get_person(self, collection: str, person: str, *, timeout: Optional[float] = None) -> PersonWithFaces:
        """All that the service keeps about a person, except the vectors."""
        return self._send(_part(PersonWithFaces), "GET", (collection, "people", person), timeout=timeout)

    def delete_person(self, collection: str, person: str, *, timeout: Optional[float] = None) -> int:
        """Deletes a person with all their faces, for good; returns the number of faces."""
        path = (collection, "people", person)
        return self._send(lambda one: int(one.data["deleted"]["faces"]), "DELETE", path, timeout=timeout)

    def merge_people(
        self, collection: str, person: str, from_person: str, *, timeout: Optional[float] = None
    ) -> int:
        """Moves all faces of from_person to the person, and deletes from_person; returns the number of faces."""
        path = (collection, "people", person, "merge")
        body = _json({"from": from_person})
        return self._send(lambda one: int(one.data["moved"]), "POST", path, body=body, timeout=timeout)

    def enrol(
        self,
        collection: str,
        person: str,
        image: Comparable,
        *,
        box: Optional[Box] = None,
        quality: Quality = "enrolment",
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> EnrolResult:
        """Adds a face to a person, who is created if new. A face that the person has already is not added again."""
        query = _enrol_query(box, quality, face_det)
        path = _path((collection, "people", person, "faces"))
        return self._calls.send_images(result_of(EnrolResult), path, query, {"img": image}, timeout)

    def enrol_each(
        self,
        collection: str,
        person: str,
        images: Sequence[ImageSource],
        *,
        quality: Quality = "enrolment",
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> List[Union[EnrolResult, ServiceError]]:
        """Up to 32 photos of a person in one request, each counted as a call; the results are in their order."""
        query = _enrol_query(None, quality, face_det)
        path = _path((collection, "people", person, "faces"))
        return self._calls.send_batch(result_of(EnrolResult), path, query, "img", images, timeout)

    def get_face(
        self, collection: str, person: str, face: str, *, timeout: Optional[float] = None
    ) -> EnrolledFace:
        """The face, if it is one of this person."""
        path = (collection, "people", person, "faces", face)
        return self._send(_part(EnrolledFace, "face"), "GET", path, timeout=timeout)

    def move_face(
        self, collection: str, person: str, face: str, to: str, *, timeout: Optional[float] = None
    ) -> None:
        """Corrects whose face it is; the other person is created if new."""
        path = (collection, "people", person, "faces", face, "move")
        self._send(_nothing, "POST", path, body=_json({"person": to}), timeout=timeout)

    def delete_face(self, collection: str, person: str, face: str, *, timeout: Optional[float] = None) -> None:
        self._send(_nothing, "DELETE", (collection, "people", person, "faces", face), timeout=timeout)

    def search(
        self,
        collection: str,
        image: Comparable,
        *,
        all: bool = False,
        max_results: Optional[int] = None,
        threshold: Optional[float] = None,
        also: Sequence[str] = (),
        box: Optional[Box] = None,
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> CollectionSearchResult:
        """Who it is. all: every face of the image, the 12 most prominent at most. also: up to 7 more collections."""
        query = {
            **vector_query(box, False, (), face_det),
            "all": on(all),
            "max_results": number(max_results),
            "threshold": None if threshold is None else f"{threshold:f}",
            "also": ",".join(also) or None,
        }
        path = _path((collection, "search"))
        return self._calls.send_images(result_of(CollectionSearchResult), path, query, {"img": image}, timeout)

    def verify(
        self,
        collection: str,
        person: str,
        image: Comparable,
        *,
        box: Optional[Box] = None,
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> VerifyResult:
        """Whether it is this person."""
        query = vector_query(box, False, (), face_det)
        path = _path((collection, "people", person, "verify"))
        return self._calls.send_images(result_of(VerifyResult), path, query, {"img": image}, timeout)

    def export(
        self, collection: str, *, max_bytes: int = MAX_EXPORT_BYTES, timeout: Optional[float] = None
    ) -> bytes:
        """The bytes of a gallery file, as Gallery.load and import_gallery read it."""
        return self._calls.get_bytes(_path((collection, "export")), max_bytes, timeout)

    def import_gallery(
        self, collection: str, content: bytes, *, timeout: Optional[float] = None
    ) -> CollectionCounts:
        """Adds the people of a gallery file; returns how many it has, and how many faces were added.

        After a failure, send it again: nothing is added twice.
        """
        body = Body("application/octet-stream", content)
        added = _part(CollectionCounts, collections=1)
        return self._send(added, "POST", (collection, "import"), body=body, timeout=timeout)

    def _send(
        self,
        read_result: Callable[[Received], Result],
        method: str,
        path: Sequence[str],
        query: Optional[Mapping[str, Optional[str]]] = None,
        body: Optional[Body] = None,
        timeout: Optional[float] = None,
    ) -> Result:
        return self._calls.send(read_result, method, _path(path), query or {}, body, timeout)


def _part(kind: Callable[..., Result], *names: str, **given: Any) -> Callable[[Received], Result]:
    """Reads an object in the data of a response."""
    return lambda received: read(kind, reduce(getitem, names, received.data), **given)


def _nothing(_received: Received) -> None:
    return None


def _path(parts: Sequence[str]) -> str:
    for part in parts:
        # Anything else would be another path.
        if not isinstance(part, str) or not _ID.fullmatch(part):
            raise InputError(f"An id is 1 to 64 letters, digits, dots, hyphens or underscores, not {part!r}.")
    return "/".join(["/collections", *parts])


def _json(value: Mapping[str, Any]) -> Body:
    try:
        return Body("application/json", json.dumps(value).encode())
    except (TypeError, ValueError) as error:
        raise InputError(f"The fields of a person cannot be sent as JSON: {error}.") from error


def _enrol_query(box: Optional[Box], quality: Quality, face_det: bool) -> Dict[str, Optional[str]]:
    # Unlike for a vector, the service checks where nothing is said.
    level = "2" if quality == "enrolment" else str(int(quality))
    return {**vector_query(box, False, (), face_det), "quality": level}
