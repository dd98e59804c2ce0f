"""One call of an operation, from the arguments to the result."""

import math
from typing import Callable, Dict, Iterable, List, Literal, Mapping, Optional, Sequence, Tuple, TypeVar, Union
from urllib.parse import urlencode

from .errors import InputError, ServiceError
from .images import Body, ImageSource, StoredVector, batch_body, request_body
from .results import Box, Received, VectorResult, batch_results, malformed
from .transport import Deadline, Endpoint, with_retries

Result = TypeVar("Result")
Query = Mapping[str, Optional[str]]
#: False: any face. True: one that is large, bright and frontal enough. "enrolment": a photo that passes the strict check.
Quality = Union[bool, Literal["enrolment"]]
#: The faces to use in the first and the second image; None: the most prominent.
PairBoxes = Tuple[Optional[Box], Optional[Box]]
#: In place of an image, a vector that was stored, such as a result of vector().
Comparable = Union[ImageSource, StoredVector, VectorResult]


class Calls:
    """The settings of a client, and how it calls the service."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        timeout: float,
        retries: int,
        max_retry_wait: float,
        max_image_bytes: int,
    ) -> None:
        if not (api_key.isascii() and api_key.isprintable() and api_key.strip()):
            raise InputError("api_key must be an API key of your account, as the portal shows it.")
        if not 0 <= retries <= 100:
            raise InputError(f"retries must be from 0 to 100, not {retries}.")
        if not max_retry_wait >= 0:
            raise InputError(f"max_retry_wait must be a number of seconds from 0, not {max_retry_wait}.")
        if not max_image_bytes >= 1:
            raise InputError(f"max_image_bytes must be a number from 1, not {max_image_bytes}.")
        self._endpoint = Endpoint(base_url)
        # Proxies drop header names with an underscore, so the alias goes along.
        self._headers = {"user_id": api_key, "x-user-id": api_key}
        self._timeout = _checked_timeout(timeout)
        self._retries = retries
        self._max_retry_wait = max_retry_wait
        self.max_image_bytes = max_image_bytes

    def send(
        self,
        read: Callable[[Received], Result],
        method: str,
        path: str,
        query: Query,
        body: Optional[Body],
        timeout: Optional[float],
        model: Optional[str] = None,
    ) -> Result:
        given = {name: value for name, value in query.items() if value is not None}
        target = f"{path}?{urlencode(given)}" if given else path
        headers = self._headers if model is None else {**self._headers, "X-Facet-Model": model}
        received = self._attempt(
            lambda attempts, deadline: Received(*self._endpoint.send(method, target, headers, body, deadline), attempts),
            timeout,
        )
        try:
            return read(received)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise malformed(error) from error

    def send_images(
        self,
        read: Callable[[Received], Result],
        path: str,
        query: Query,
        images: Mapping[str, Comparable],
        timeout: Optional[float],
    ) -> Result:
        """Each image by its field; that of a vector begins with vec in place of img."""
        stored = {name: stored_vector(image) for name, image in images.items()}
        fields = {
            name.replace("img", "vec") if isinstance(image, StoredVector) else name: image
            for name, image in stored.items()
        }
        body = request_body(fields, self.max_image_bytes)
        return self.send(read, "POST", path, query, body, timeout, model_of(stored.values()))

    def send_batch(
        self,
        read: Callable[[Received], Result],
        path: str,
        query: Query,
        field: str,
        images: Sequence[ImageSource],
        timeout: Optional[float],
    ) -> List[Union[Result, ServiceError]]:
        def read_each(received: Received) -> List[Union[Result, ServiceError]]:
            return [one if isinstance(one, ServiceError) else read(one) for one in batch_results(received)]

        return self.send(read_each, "POST", path, query, batch_body(field, images, self.max_image_bytes), timeout)

    def get_bytes(self, path: str, max_bytes: int, timeout: Optional[float]) -> bytes:
        return self._attempt(
            lambda _attempts, deadline: self._endpoint.get_bytes(path, self._headers, max_bytes, deadline), timeout
        )

    def _attempt(self, attempt: Callable[[int, Deadline], Result], timeout: Optional[float]) -> Result:
        deadline = Deadline(self._timeout if timeout is None else _checked_timeout(timeout))
        return with_retries(
            lambda attempts: attempt(attempts, deadline), self._retries, self._max_retry_wait, deadline
        )


def _checked_timeout(timeout: float) -> float:
    if not 0 < timeout < math.inf:
        raise InputError(f"timeout must be a number of seconds above 0, not {timeout}.")
    return timeout


def stored_vector(image: Comparable) -> Union[ImageSource, StoredVector]:
    return StoredVector(image.vector, image.model) if isinstance(image, VectorResult) else image


def model_of(images: Iterable[Union[ImageSource, StoredVector]]) -> Optional[str]:
    """The model that made the stored vectors of a call, where that is known."""
    models = sorted({image.model for image in images if isinstance(image, StoredVector) and image.model is not None})
    if len(models) > 1:
        raise InputError(f"The vectors are of different models ({', '.join(models)}), so they cannot be compared.")
    return models[0] if models else None


def pair_query(boxes: PairBoxes, face_det: bool) -> Dict[str, Optional[str]]:
    first, second = boxes
    return {"bboxes_1": _box(first), "bboxes_2": _box(second), "face_det": _off(face_det)}


def attributes_query(
    boxes: Sequence[Box],
    max_faces: Optional[int],
    min_face_size: Optional[int],
    return_attributes: Sequence[str],
    face_det: bool,
) -> Dict[str, Optional[str]]:
    return {
        "bboxes": "&".join(filter(None, (_box(box) for box in boxes))) or None,
        "max_faces": number(max_faces),
        "min_face_size": number(min_face_size),
        "return_attributes": ",".join(return_attributes) or None,
        "face_det": _off(face_det),
    }


def vector_query(
    box: Optional[Box], quality: Quality, return_attributes: Sequence[str], face_det: bool
) -> Dict[str, Optional[str]]:
    return {
        "bboxes": _box(box),
        "quality": "2" if quality == "enrolment" else on(bool(quality)),
        "return_attributes": ",".join(return_attributes) or None,
        "face_det": _off(face_det),
    }


def on(flag: bool) -> Optional[str]:
    return "1" if flag else None


def number(value: Optional[int]) -> Optional[str]:
    return None if value is None else str(value)


def _off(face_det: bool) -> Optional[str]:
    return None if face_det else "0"


def _box(box: Optional[Box]) -> Optional[str]:
    if box is None:
        return None
    if len(box) != 4 or not all(math.isfinite(side) for side in box):
        raise InputError(f"A box is four numbers, x1, y1, x2, y2, not {box!r}.")
    # Plain decimals: the service takes no exponents.
    return ",".join(str(int(side)) if side == int(side) else f"{side:.3f}" for side in box)
