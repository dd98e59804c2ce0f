"""The operations of the service for asyncio."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Callable, List, Optional, Sequence, Type, TypeVar, Union

from .attributes import ImageAttribute, VectorAttribute
from .client import Comparable, FacetClient, PairBoxes, Quality, RedactionShape, RedactionStyle
from .errors import InputError, ServiceError
from .images import MAX_IMAGE_BYTES, ImageSource
from .liveness import LivenessFrame, LivenessResult, LivenessSession
from .results import AttributesResult, Box, CompareResult, MatchResult, RedactResult, VectorResult

if TYPE_CHECKING:
    from .async_collections import AsyncCollections

Result = TypeVar("Result")


class AsyncFacetClient:
    """FacetClient with coroutines. Each call runs in a thread of its own, at most `concurrency` at a time.

    Use it as an async context manager, or close() it. A call that is cancelled ends by itself, at its timeout at the latest.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 60.0,
        retries: int = 3,
        max_retry_wait: float = 30.0,
        max_image_bytes: int = MAX_IMAGE_BYTES,
        concurrency: int = 16,
    ) -> None:
        if not 1 <= concurrency <= 1000:
            raise InputError(f"concurrency must be from 1 to 1000, not {concurrency}.")
        self._client = FacetClient(
            base_url,
            api_key,
            timeout=timeout,
            retries=retries,
            max_retry_wait=max_retry_wait,
            max_image_bytes=max_image_bytes,
        )
        self._threads = ThreadPoolExecutor(concurrency, thread_name_prefix="facet-client")

    async def __aenter__(self) -> "AsyncFacetClient":
        return self

    async def __aexit__(
        self,
        _type: Optional[Type[BaseException]],
        _error: Optional[BaseException],
        _traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """No further calls; those on their way end."""
        self._threads.shutdown(wait=False)

    async def _run(self, call: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    @property
    def collections(self) -> "AsyncCollections":
        """As FacetClient.collections."""
        from .async_collections import AsyncCollections

        return AsyncCollections(self)

    async def match(
        self,
        first: Comparable,
        second: Comparable,
        *,
        boxes: PairBoxes = (None, None),
        details: bool = False,
        all: bool = False,
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> MatchResult:
        """As FacetClient.match."""
        options = partial(self._client.match, boxes=boxes, details=details, all=all, face_det=face_det, timeout=timeout)
        return await self._run(partial(options, first, second))

    async def compare(
        self,
        first: ImageSource,
        second: ImageSource,
        *,
        boxes: PairBoxes = (None, None),
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> CompareResult:
        """As FacetClient.compare."""
        return await self._run(
            partial(self._client.compare, first, second, boxes=boxes, face_det=face_det, timeout=timeout)
        )

    async def attributes(
        self,
        image: ImageSource,
        *,
        boxes: Sequence[Box] = (),
        max_faces: Optional[int] = None,
        min_face_size: Optional[int] = None,
        return_attributes: Sequence[ImageAttribute] = (),
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> AttributesResult:
        """As FacetClient.attributes."""
        return await self._run(
            partial(
                self._client.attributes,
                image,
                boxes=boxes,
                max_faces=max_faces,
                min_face_size=min_face_size,
                return_attributes=return_attributes,
                face_det=face_det,
                timeout=timeout,
            )
        )

    async def attributes_of_each(
        self,
        images: Sequence[ImageSource],
        *,
        boxes: Sequence[Box] = (),
        max_faces: Optional[int] = None,
        min_face_size: Optional[int] = None,
        return_attributes: Sequence[ImageAttribute] = (),
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> List[Union[AttributesResult, ServiceError]]:
        """As FacetClient.attributes_of_each."""
        return await self._run(
            partial(
                self._client.attributes_of_each,
                images,
                boxes=boxes,
                max_faces=max_faces,
                min_face_size=min_face_size,
                return_attributes=return_attributes,
                face_det=face_det,
                timeout=timeout,
            )
        )

    async def vector(
        self,
        image: ImageSource,
        *,
        box: Optional[Box] = None,
        quality: Quality = False,
        return_attributes: Sequence[VectorAttribute] = (),
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> VectorResult:
        """As FacetClient.vector."""
        return await self._run(
            partial(
                self._client.vector,
                image,
                box=box,
                quality=quality,
                return_attributes=return_attributes,
                face_det=face_det,
                timeout=timeout,
            )
        )

    async def vector_of_each(
        self,
        images: Sequence[ImageSource],
        *,
        box: Optional[Box] = None,
        quality: Quality = False,
        return_attributes: Sequence[VectorAttribute] = (),
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> List[Union[VectorResult, ServiceError]]:
        """As FacetClient.vector_of_each."""
        return await self._run(
            partial(
                self._client.vector_of_each,
                images,
                box=box,
                quality=quality,
                return_attributes=return_attributes,
                face_det=face_det,
                timeout=timeout,
            )
        )

    async def redact(
        self,
        image: ImageSource,
        *,
        style: RedactionStyle = "pixelate",
        shape: RedactionShape = "rectangle",
        boxes: Sequence[Box] = (),
        max_faces: Optional[int] = None,
        min_face_size: Optional[int] = None,
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> RedactResult:
        """As FacetClient.redact."""
        return await self._run(
            partial(
                self._client.redact,
                image,
                style=style,
                shape=shape,
                boxes=boxes,
                max_faces=max_faces,
                min_face_size=min_face_size,
                face_det=face_det,
                timeout=timeout,
            )
        )

    async def liveness_session(
        self,
        *,
        actions: Optional[Sequence[str]] = None,
        steps: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> LivenessSession:
        """As FacetClient.liveness_session."""
        return await self._run(partial(self._client.liveness_session, actions=actions, steps=steps, timeout=timeout))

    async def check_liveness(
        self,
        session: str,
        frames: Sequence[LivenessFrame],
        *,
        expected: Optional[Comparable] = None,
        return_vector: bool = False,
        timeout: Optional[float] = None,
    ) -> LivenessResult:
        """As FacetClient.check_liveness."""
        call = partial(self._client.check_liveness, expected=expected, return_vector=return_vector, timeout=timeout)
        return await self._run(partial(call, session, frames))
