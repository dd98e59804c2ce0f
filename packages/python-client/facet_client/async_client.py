"""The operations of the service for asyncio."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial, wraps
from types import TracebackType
from typing import TYPE_CHECKING, Any, AsyncIterator, Callable, Coroutine, Generic, Optional, Type, TypeVar

from .client import FacetClient
from .collections_api import PAGE, CollectionPerson, Collections
from .errors import InputError
from .images import MAX_IMAGE_BYTES

if TYPE_CHECKING:
    # Python has these from 3.10 on; every type checker knows them.
    from typing_extensions import Concatenate, ParamSpec

    Parameters = ParamSpec("Parameters")

Own = TypeVar("Own")
Result = TypeVar("Result")


class _InThreads(Generic[Own]):
    """An object, and the threads in which its methods run."""

    def __init__(self, own: Own, threads: ThreadPoolExecutor) -> None:
        self._own = own
        self._threads = threads


def _coroutine(
    method: "Callable[Concatenate[Own, Parameters], Result]",
) -> "Callable[Concatenate[_InThreads[Own], Parameters], Coroutine[Any, Any, Result]]":
    """The method with the same parameters and documentation, as a coroutine."""

    @wraps(method)
    async def call(self: _InThreads[Own], /, *args: "Parameters.args", **kwargs: "Parameters.kwargs") -> Result:
        work = partial(method, self._own, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    return call


class AsyncCollections(_InThreads[Collections]):
    """Collections with coroutines."""

    list = _coroutine(Collections.list)
    create = _coroutine(Collections.create)
    get = _coroutine(Collections.get)
    delete = _coroutine(Collections.delete)
    list_people = _coroutine(Collections.list_people)
    put_person = _coroutine(Collections.put_person)
    get_person = _coroutine(Collections.get_person)
    delete_person = _coroutine(Collections.delete_person)
    merge_people = _coroutine(Collections.merge_people)
    enrol = _coroutine(Collections.enrol)
    enrol_each = _coroutine(Collections.enrol_each)
    get_face = _coroutine(Collections.get_face)
    move_face = _coroutine(Collections.move_face)
    delete_face = _coroutine(Collections.delete_face)
    search = _coroutine(Collections.search)
    verify = _coroutine(Collections.verify)
    export = _coroutine(Collections.export)
    import_gallery = _coroutine(Collections.import_gallery)

    async def people(
        self, collection: str, *, prefix: Optional[str] = None, timeout: Optional[float] = None
    ) -> AsyncIterator[CollectionPerson]:
        """Everybody in a collection by id, loaded page by page."""
        after: Optional[str] = None
        while True:
            page = await self.list_people(collection, prefix=prefix, after=after, limit=PAGE, timeout=timeout)
            for person in page.people:
                yield person
            if page.next is None:
                return
            after = page.next


class AsyncFacetClient(_InThreads[FacetClient]):
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
        client = FacetClient(
            base_url,
            api_key,
            timeout=timeout,
            retries=retries,
            max_retry_wait=max_retry_wait,
            max_image_bytes=max_image_bytes,
        )
        super().__init__(client, ThreadPoolExecutor(concurrency, thread_name_prefix="facet-client"))

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

    @property
    def collections(self) -> AsyncCollections:
        """As FacetClient.collections."""
        return AsyncCollections(self._own.collections, self._threads)

    match = _coroutine(FacetClient.match)
    compare = _coroutine(FacetClient.compare)
    attributes = _coroutine(FacetClient.attributes)
    attributes_of_each = _coroutine(FacetClient.attributes_of_each)
    vector = _coroutine(FacetClient.vector)
    vector_of_each = _coroutine(FacetClient.vector_of_each)
    redact = _coroutine(FacetClient.redact)
    liveness_session = _coroutine(FacetClient.liveness_session)
    check_liveness = _coroutine(FacetClient.check_liveness)
