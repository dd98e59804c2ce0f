"""Collections for asyncio."""

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, AsyncIterator, List, Optional, Sequence, Union

from .client import Comparable, Quality
from .collections_api import (
    _PAGE,
    _UNSET,
    MAX_EXPORT_BYTES,
    Collection,
    CollectionCounts,
    CollectionList,
    CollectionPerson,
    CollectionSearchResult,
    EnrolledFace,
    EnrolResult,
    PeoplePage,
    PersonWithFaces,
    VerifyResult,
    _Unset,
)
from .errors import ServiceError
from .images import ImageSource
from .results import Box

if TYPE_CHECKING:
    from .async_client import AsyncFacetClient


class AsyncCollections:
    """Collections with coroutines."""

    def __init__(self, client: "AsyncFacetClient") -> None:
        self._collections = client._client.collections
        self._run = client._run

    async def list(self, *, timeout: Optional[float] = None) -> CollectionList:
        """As Collections.list."""
        return await self._run(partial(self._collections.list, timeout=timeout))

    async def create(self, collection: str, *, timeout: Optional[float] = None) -> Collection:
        """As Collections.create."""
        return await self._run(partial(self._collections.create, collection, timeout=timeout))

    async def get(self, collection: str, *, timeout: Optional[float] = None) -> Collection:
        """As Collections.get."""
        return await self._run(partial(self._collections.get, collection, timeout=timeout))

    async def delete(self, collection: str, *, timeout: Optional[float] = None) -> CollectionCounts:
        """As Collections.delete."""
        return await self._run(partial(self._collections.delete, collection, timeout=timeout))

    async def people(
        self, collection: str, *, prefix: Optional[str] = None, timeout: Optional[float] = None
    ) -> AsyncIterator[CollectionPerson]:
        """As Collections.people."""
        after: Optional[str] = None
        while True:
            page = await self.list_people(collection, prefix=prefix, after=after, limit=_PAGE, timeout=timeout)
            for person in page.people:
                yield person
            if page.next is None:
                return
            after = page.next

    async def list_people(
        self,
        collection: str,
        *,
        prefix: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> PeoplePage:
        """As Collections.list_people."""
        return await self._run(
            partial(
                self._collections.list_people,
                collection,
                prefix=prefix,
                after=after,
                limit=limit,
                timeout=timeout,
            )
        )

    async def put_person(
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
        """As Collections.put_person."""
        return await self._run(
            partial(
                self._collections.put_person,
                collection,
                person,
                display_name=display_name,
                metadata=metadata,
                consent=consent,
                expires_at=expires_at,
                timeout=timeout,
            )
        )

    async def get_person(
        self, collection: str, person: str, *, timeout: Optional[float] = None
    ) -> PersonWithFaces:
        """As Collections.get_person."""
        return await self._run(partial(self._collections.get_person, collection, person, timeout=timeout))

    async def delete_person(self, collection: str, person: str, *, timeout: Optional[float] = None) -> int:
        """As Collections.delete_person."""
        return await self._run(partial(self._collections.delete_person, collection, person, timeout=timeout))

    async def merge_people(
        self, collection: str, person: str, from_person: str, *, timeout: Optional[float] = None
    ) -> int:
        """As Collections.merge_people."""
        return await self._run(
            partial(self._collections.merge_people, collection, person, from_person, timeout=timeout)
        )

    async def enrol(
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
        """As Collections.enrol."""
        return await self._run(
            partial(
                self._collections.enrol,
                collection,
                person,
                image,
                box=box,
                quality=quality,
                face_det=face_det,
                timeout=timeout,
            )
        )

    async def enrol_each(
        self,
        collection: str,
        person: str,
        images: Sequence[ImageSource],
        *,
        quality: Quality = "enrolment",
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> List[Union[EnrolResult, ServiceError]]:
        """As Collections.enrol_each."""
        return await self._run(
            partial(
                self._collections.enrol_each,
                collection,
                person,
                images,
                quality=quality,
                face_det=face_det,
                timeout=timeout,
            )
        )

    async def get_face(
        self, collection: str, person: str, face: str, *, timeout: Optional[float] = None
    ) -> EnrolledFace:
        """As Collections.get_face."""
        return await self._run(partial(self._collections.get_face, collection, person, face, timeout=timeout))

    async def move_face(
        self, collection: str, person: str, face: str, to: str, *, timeout: Optional[float] = None
    ) -> None:
        """As Collections.move_face."""
        return await self._run(
            partial(self._collections.move_face, collection, person, face, to, timeout=timeout)
        )

    async def delete_face(
        self, collection: str, person: str, face: str, *, timeout: Optional[float] = None
    ) -> None:
        """As Collections.delete_face."""
        return await self._run(
            partial(self._collections.delete_face, collection, person, face, timeout=timeout)
        )

    async def search(
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
        """As Collections.search."""
        return await self._run(
            partial(
                self._collections.search,
                collection,
                image,
                all=all,
                max_results=max_results,
                threshold=threshold,
                also=also,
                box=box,
                face_det=face_det,
                timeout=timeout,
            )
        )

    async def verify(
        self,
        collection: str,
        person: str,
        image: Comparable,
        *,
        box: Optional[Box] = None,
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> VerifyResult:
        """As Collections.verify."""
        return await self._run(
            partial(
                self._collections.verify,
                collection,
                person,
                image,
                box=box,
                face_det=face_det,
                timeout=timeout,
            )
        )

    async def export(
        self, collection: str, *, max_bytes: int = MAX_EXPORT_BYTES, timeout: Optional[float] = None
    ) -> bytes:
        """As Collections.export."""
        return await self._run(
            partial(self._collections.export, collection, max_bytes=max_bytes, timeout=timeout)
        )

    async def import_gallery(
        self, collection: str, content: bytes, *, timeout: Optional[float] = None
    ) -> CollectionCounts:
        """As Collections.import_gallery."""
        return await self._run(partial(self._collections.import_gallery, collection, content, timeout=timeout))
