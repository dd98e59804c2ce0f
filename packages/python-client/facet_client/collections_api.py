"""People that the service remembers, where its operator has turned collections on."""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from .client import (
    Comparable,
    FacetClient,
    Quality,
    _model_of,
    _on,
    _read,
    _read_each,
    _stored,
    _vector_query,
)
from .errors import InputError, ServiceError
from .images import Body, ImageSource, StoredVector, batch_body
from .results import Box, Received, ResultMeta, meta_of

_ID = re.compile(r"(?!\.{1,2}\Z)[A-Za-z0-9_.-]{1,64}")
_PAGE = 1000
#: An export that is larger is not read.
MAX_EXPORT_BYTES = 1024 * 1024 * 1024


class _Unset:
    """Stands for what stays as it is; None removes it."""


_UNSET = _Unset()


@dataclass(frozen=True)
class Collection:
    id: str
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
    id: str
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
    id: str
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
    box: Optional[Box] = None


@dataclass(frozen=True)
class SearchedFace:
    #: Whether somebody is nearer than the threshold.
    is_identified: bool
    #: The people nearer than the threshold, nearest first.
    matches: Tuple[CollectionMatch, ...]
    box: Optional[Box] = None


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
    is_verified: bool
    distance: float
    #: How often somebody else would be at least as near.
    false_match_rate: float
    threshold: float
    meta: ResultMeta
    raw: Mapping[str, Any]
    box: Optional[Box] = None


class Collections:
    """Enrolments, searches and verifications count as calls. Ids are of your choice: 1 to 64 of A-Z a-z 0-9 . _ -"""

    def __init__(self, client: FacetClient) -> None:
        self._client = client

    def list(self, *, timeout: Optional[float] = None) -> CollectionList:
        """The collections of the account, how much it keeps in them, and how much its plan allows."""
        return _read(_collections, self._send("GET", (), timeout=timeout))

    def create(self, collection: str, *, timeout: Optional[float] = None) -> Collection:
        """Creates a collection; one that exists stays as it is."""
        return _read(_collection_in, self._send("PUT", (collection,), timeout=timeout))

    def get(self, collection: str, *, timeout: Optional[float] = None) -> Collection:
        return _read(_collection_in, self._send("GET", (collection,), timeout=timeout))

    def delete(self, collection: str, *, timeout: Optional[float] = None) -> CollectionCounts:
        """Deletes a collection with everybody in it, for good."""
        received = self._send("DELETE", (collection,), timeout=timeout)
        return _read(lambda one: _counts({"collections": 1, **one.data["deleted"]}), received)

    def people(
        self, collection: str, *, prefix: Optional[str] = None, timeout: Optional[float] = None
    ) -> Iterator[CollectionPerson]:
        """Everybody in a collection by id, loaded page by page."""
        after: Optional[str] = None
        while True:
            page = self.list_people(collection, prefix=prefix, after=after, limit=_PAGE, timeout=timeout)
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
        query = {"prefix": prefix, "after": after, "limit": None if limit is None else str(limit)}
        return _read(_page, self._send("GET", (collection, "people"), query, timeout=timeout))

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
        return _read(_person_in, self._send("PUT", (collection, "people", person), body=body, timeout=timeout))

    def get_person(self, collection: str, person: str, *, timeout: Optional[float] = None) -> PersonWithFaces:
        """All that the service keeps about a person, except the vectors."""
        return _read(_person_with_faces, self._send("GET", (collection, "people", person), timeout=timeout))

    def delete_person(self, collection: str, person: str, *, timeout: Optional[float] = None) -> int:
        """Deletes a person with all their faces, for good; returns the number of faces."""
        received = self._send("DELETE", (collection, "people", person), timeout=timeout)
        return _read(lambda one: int(one.data["deleted"]["faces"]), received)

    def merge_people(
        self, collection: str, person: str, from_person: str, *, timeout: Optional[float] = None
    ) -> int:
        """Moves all faces of from_person to the person, and deletes from_person; returns the number of faces."""
        path = (collection, "people", person, "merge")
        received = self._send("POST", path, body=_json({"from": from_person}), timeout=timeout)
        return _read(lambda one: int(one.data["moved"]), received)

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
        path = (collection, "people", person, "faces")
        return _read(_enrolled, self._send_face(path, image, query, timeout))

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
        body = batch_body("img", images, self._client._max_image_bytes)
        path = (collection, "people", person, "faces")
        return _read_each(_enrolled, self._send("POST", path, query, body, timeout=timeout))

    def get_face(
        self, collection: str, person: str, face: str, *, timeout: Optional[float] = None
    ) -> EnrolledFace:
        """The face, if it is one of this person."""
        path = (collection, "people", person, "faces", face)
        return _read(lambda one: _face(one.data["face"]), self._send("GET", path, timeout=timeout))

    def move_face(
        self, collection: str, person: str, face: str, to: str, *, timeout: Optional[float] = None
    ) -> None:
        """Corrects whose face it is; the other person is created if new."""
        path = (collection, "people", person, "faces", face, "move")
        self._send("POST", path, body=_json({"person": to}), timeout=timeout)

    def delete_face(self, collection: str, person: str, face: str, *, timeout: Optional[float] = None) -> None:
        self._send("DELETE", (collection, "people", person, "faces", face), timeout=timeout)

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
            **_vector_query(box, False, (), face_det),
            "all": _on(all),
            "max_results": None if max_results is None else str(max_results),
            "threshold": None if threshold is None else f"{threshold:f}",
            "also": ",".join(also) or None,
        }
        return _read(_searched, self._send_face((collection, "search"), image, query, timeout))

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
        query = _vector_query(box, False, (), face_det)
        path = (collection, "people", person, "verify")
        return _read(_verified, self._send_face(path, image, query, timeout))

    def export(
        self, collection: str, *, max_bytes: int = MAX_EXPORT_BYTES, timeout: Optional[float] = None
    ) -> bytes:
        """The bytes of a gallery file, as Gallery.load and import_gallery read it."""
        return self._client._call_for_bytes(_path((collection, "export")), max_bytes, timeout)

    def import_gallery(
        self, collection: str, content: bytes, *, timeout: Optional[float] = None
    ) -> CollectionCounts:
        """Adds the people of a gallery file; returns how many it has, and how many faces were added.

        After a failure, send it again: nothing is added twice.
        """
        body = Body("application/octet-stream", content)
        received = self._send("POST", (collection, "import"), body=body, timeout=timeout)
        return _read(lambda one: _counts({"collections": 1, **one.data}), received)

    def _send_face(
        self,
        path: Sequence[str],
        image: Comparable,
        query: Mapping[str, Optional[str]],
        timeout: Optional[float],
    ) -> Received:
        sent = _stored(image)
        body = self._client._body({"vec" if isinstance(sent, StoredVector) else "img": sent})
        return self._send("POST", path, query, body, _model_of([sent]), timeout)

    def _send(
        self,
        method: str,
        path: Sequence[str],
        query: Optional[Mapping[str, Optional[str]]] = None,
        body: Optional[Body] = None,
        model: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Received:
        return self._client._call(_path(path), query or {}, body, timeout, model, method)


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
    return {**_vector_query(box, False, (), face_det), "quality": level}


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _collection(entry: Mapping[str, Any]) -> Collection:
    return Collection(
        id=str(entry["collection"]),
        people=int(entry["people"]),
        faces=int(entry["faces"]),
        model=entry["model"],
        threshold=float(entry["threshold"]),
        created_at=_moment(entry["created_at"]),
    )


def _collection_in(received: Received) -> Collection:
    return _collection(received.data["collection"])


def _counts(entry: Mapping[str, Any]) -> CollectionCounts:
    return CollectionCounts(entry["collections"], entry["people"], entry["faces"])


def _collections(received: Received) -> CollectionList:
    data = received.data
    found = tuple(_collection(entry) for entry in data["collections"])
    return CollectionList(found, _counts(data["used"]), _counts(data["limits"]))


def _person(entry: Mapping[str, Any]) -> CollectionPerson:
    expires = entry["expires_at"]
    return CollectionPerson(
        id=str(entry["person"]),
        display_name=entry["display_name"],
        metadata=entry["metadata"],
        consent=entry["consent"],
        expires_at=None if expires is None else _moment(expires),
        faces=int(entry["faces"]),
        created_at=_moment(entry["created_at"]),
    )


def _person_in(received: Received) -> CollectionPerson:
    return _person(received.data["person"])


def _face(entry: Mapping[str, Any]) -> EnrolledFace:
    return EnrolledFace(str(entry["face"]), _moment(entry["created_at"]))


def _person_with_faces(received: Received) -> PersonWithFaces:
    return PersonWithFaces(_person_in(received), tuple(_face(face) for face in received.data["faces"]))


def _page(received: Received) -> PeoplePage:
    return PeoplePage(tuple(_person(entry) for entry in received.data["people"]), received.data["next"])


def _match(entry: Mapping[str, Any]) -> CollectionMatch:
    return CollectionMatch(
        person=str(entry["person"]),
        display_name=entry["display_name"],
        collection=str(entry["collection"]),
        distance=float(entry["distance"]),
        false_match_rate=float(entry["false_match_rate"]),
    )


def _box_in(entry: Mapping[str, Any]) -> Optional[Box]:
    if "face_rectangle" not in entry:
        return None
    x1, y1, x2, y2 = entry["face_rectangle"]
    return float(x1), float(y1), float(x2), float(y2)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} where true or false was expected")
    return value


def _enrolled(received: Received) -> EnrolResult:
    data = received.data
    return EnrolResult(
        face=str(data["face"]),
        person=str(data["person"]),
        is_new=_flag(data["is_new"]),
        duplicates=tuple(_match(entry) for entry in data["duplicates"]),
        box=_box_in(data),
        meta=meta_of(received),
        raw=received.body,
    )


def _searched(received: Received) -> CollectionSearchResult:
    faces = tuple(
        SearchedFace(_flag(face["identified"]), tuple(_match(entry) for entry in face["matches"]), _box_in(face))
        for face in received.data["faces"]
    )
    threshold = float(received.data["threshold"])
    return CollectionSearchResult(faces, threshold, meta_of(received), received.body)


def _verified(received: Received) -> VerifyResult:
    data = received.data
    return VerifyResult(
        is_verified=_flag(data["verified"]),
        distance=float(data["distance"]),
        false_match_rate=float(data["false_match_rate"]),
        threshold=float(data["threshold"]),
        box=_box_in(data),
        meta=meta_of(received),
        raw=received.body,
    )
