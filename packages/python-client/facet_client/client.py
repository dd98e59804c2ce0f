"""The operations of the service."""

import json
import math
from typing import TYPE_CHECKING, Callable, Dict, List, Literal, Mapping, Optional, Sequence, Tuple, TypeVar, Union
from urllib.parse import urlencode

from .attributes import ImageAttribute, VectorAttribute
from .errors import InputError, ServiceError
from .images import MAX_IMAGE_BYTES, Body, ImageSource, StoredVector, batch_body, request_body
from .liveness import LivenessFrame, LivenessResult, LivenessSession, check_body, liveness_result, session_result
from .results import (
    AttributesResult,
    Box,
    CompareResult,
    MatchResult,
    Received,
    RedactResult,
    VectorResult,
    attributes_result,
    batch_results,
    compare_result,
    malformed,
    match_result,
    redact_result,
    vector_result,
)
from .transport import Deadline, Endpoint, with_retries

if TYPE_CHECKING:
    from .collections_api import Collections

Result = TypeVar("Result")
#: False: any face. True: one that is large, bright and frontal enough. "enrolment": a photo that passes the strict check.
Quality = Union[bool, Literal["enrolment"]]
#: The faces to use in the first and the second image; None: the most prominent.
PairBoxes = Tuple[Optional[Box], Optional[Box]]
#: Large squares, a strong blur, or a black area.
RedactionStyle = Literal["pixelate", "blur", "box"]
#: What the outline of the face holds, or its rectangle.
RedactionShape = Literal["outline", "rectangle"]
#: In place of an image, a vector that was stored, such as a result of vector().
Comparable = Union[ImageSource, StoredVector, VectorResult]


class FacetClient:
    """Every failure is a FacetError. One client can be used by any number of threads."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 60.0,
        retries: int = 3,
        max_retry_wait: float = 30.0,
        max_image_bytes: int = MAX_IMAGE_BYTES,
    ) -> None:
        """timeout: seconds for a call with its retries. max_retry_wait: seconds for all waits before retries together.

        Larger images than max_image_bytes are not sent.
        """
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
        self._max_image_bytes = max_image_bytes

    @property
    def collections(self) -> "Collections":
        """People that the service remembers, where its operator has turned that on."""
        from .collections_api import Collections

        return Collections(self)

    def match(
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
        """The distance of two faces, and whether they are the same person. Either may be a vector that was stored.

        details: also the boxes of both faces, and what the distance means. all: also every face of the second image (the
        12 most prominent at most), the nearest first; not with a box or a vector for the second face.
        """
        query = {**_pair_query(boxes, face_det), "details": _on(details), "all": _on(all)}
        images = {"1": _stored(first), "2": _stored(second)}
        fields = {f"{'vec' if isinstance(image, StoredVector) else 'img'}_{n}": image for n, image in images.items()}
        received = self._call("/match_faces", query, self._body(fields), timeout, _model_of(list(images.values())))
        return _read(match_result, received)

    def compare(
        self,
        first: ImageSource,
        second: ImageSource,
        *,
        boxes: PairBoxes = (None, None),
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> CompareResult:
        """The same comparison as a confidence. Deprecated by the service: use match."""
        query = _pair_query(boxes, face_det)
        body = self._body({"img_1": first, "img_2": second})
        return _read(compare_result, self._call("/compare_faces", query, body, timeout))

    def attributes(
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
        """Every face of an image with box, age, gender and landmarks. An image without a face gives no faces.

        boxes: only these faces, in this order. max_faces (1 to 40) and min_face_size (pixels) limit the search; 1 face is
        faster. return_attributes: more of each face; "vector" takes the most time.
        """
        query = _attributes_query(boxes, max_faces, min_face_size, return_attributes, face_det)
        body = self._body({"image_attr": image})
        return _read(attributes_result, self._call("/get_image_attr", query, body, timeout))

    def attributes_of_each(
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
        """Up to 32 images in one request, each counted as a call of its own.

        The results are in the order of the images: what attributes() would return, or the error that it would raise.
        """
        query = _attributes_query(boxes, max_faces, min_face_size, return_attributes, face_det)
        body = batch_body("image_attr", images, self._max_image_bytes)
        return _read_each(attributes_result, self._call("/get_image_attr", query, body, timeout))

    def vector(
        self,
        image: ImageSource,
        *,
        box: Optional[Box] = None,
        quality: Quality = False,
        return_attributes: Sequence[VectorAttribute] = (),
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> VectorResult:
        """The 128 numbers of a face.

        quality: True gives a vector only for a face that is large, bright and frontal enough, else a QualityError;
        "enrolment" only for a photo that passes the strict check, else an EnrolmentError.
        """
        query = _vector_query(box, quality, return_attributes, face_det)
        return _read(vector_result, self._call("/get_face_vec", query, self._body({"img": image}), timeout))

    def vector_of_each(
        self,
        images: Sequence[ImageSource],
        *,
        box: Optional[Box] = None,
        quality: Quality = False,
        return_attributes: Sequence[VectorAttribute] = (),
        face_det: bool = True,
        timeout: Optional[float] = None,
    ) -> List[Union[VectorResult, ServiceError]]:
        """Up to 32 images in one request, as attributes_of_each."""
        query = _vector_query(box, quality, return_attributes, face_det)
        body = batch_body("img", images, self._max_image_bytes)
        return _read_each(vector_result, self._call("/get_face_vec", query, body, timeout))

    def redact(
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
        """The image with its faces (at most the 40 most prominent) made unrecognisable, without metadata."""
        query = _attributes_query(boxes, max_faces, min_face_size, (), face_det)
        query.update(style=style, shape=shape)
        return _read(redact_result, self._call("/redact", query, self._body({"img": image}), timeout))

    def liveness_session(
        self,
        *,
        actions: Optional[Sequence[str]] = None,
        steps: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> LivenessSession:
        """Movements that a person has to make before the camera, for one check_liveness.

        actions: the movements to choose from, at least three, for people who cannot do some; all by default. steps: how
        many movements to ask for, 2 to 5; 3 by default.
        """
        wanted = {"actions": None if actions is None else list(actions), "steps": steps}
        given = {name: value for name, value in wanted.items() if value is not None}
        body = Body("application/json", json.dumps(given).encode())
        return _read(session_result, self._call("/liveness_session", {}, body, timeout))

    def check_liveness(
        self,
        session: str,
        frames: Sequence[LivenessFrame],
        *,
        expected: Optional[Comparable] = None,
        return_vector: bool = False,
        timeout: Optional[float] = None,
    ) -> LivenessResult:
        """Whether the frames (2 to 24) show one person, in one take, who makes the movements of the session.

        frames: each an image and its time in seconds. expected: the person who should be there, a photo or a stored
        vector. return_vector: also the vector of the best frame.
        """
        other = None if expected is None else _stored(expected)
        body = check_body(session, frames, other, self._max_image_bytes)
        model = None if other is None else _model_of([other])
        query = {"return_vector": _on(return_vector)}
        return _read(liveness_result, self._call("/check_liveness", query, body, timeout, model))

    def _body(self, images: Mapping[str, Union[ImageSource, StoredVector]]) -> Body:
        return request_body(images, self._max_image_bytes)

    def _call(
        self,
        path: str,
        query: Mapping[str, Optional[str]],
        body: Optional[Body],
        timeout: Optional[float],
        model: Optional[str] = None,
        method: str = "POST",
    ) -> Received:
        given: Dict[str, str] = {name: value for name, value in query.items() if value is not None}
        target = f"{path}?{urlencode(given)}" if given else path
        headers = self._headers if model is None else {**self._headers, "X-Facet-Model": model}
        deadline = Deadline(self._timeout if timeout is None else _checked_timeout(timeout))
        return with_retries(
            lambda attempts: Received(*self._endpoint.send(method, target, headers, body, deadline), attempts),
            self._retries,
            self._max_retry_wait,
            deadline,
        )

    def _call_for_bytes(self, path: str, max_bytes: int, timeout: Optional[float]) -> bytes:
        deadline = Deadline(self._timeout if timeout is None else _checked_timeout(timeout))
        return with_retries(
            lambda _attempts: self._endpoint.get_bytes(path, self._headers, max_bytes, deadline),
            self._retries,
            self._max_retry_wait,
            deadline,
        )


def _checked_timeout(timeout: float) -> float:
    if not 0 < timeout < math.inf:
        raise InputError(f"timeout must be a number of seconds above 0, not {timeout}.")
    return timeout


_UNEXPECTED = (KeyError, TypeError, ValueError, IndexError)


def _read(make: Callable[[Received], Result], received: Received) -> Result:
    try:
        return make(received)
    except _UNEXPECTED as error:
        raise malformed(error) from error


def _read_each(make: Callable[[Received], Result], received: Received) -> List[Union[Result, ServiceError]]:
    try:
        return [one if isinstance(one, ServiceError) else make(one) for one in batch_results(received)]
    except _UNEXPECTED as error:
        raise malformed(error) from error


def _stored(image: Comparable) -> Union[ImageSource, StoredVector]:
    return StoredVector(image.vector, image.model) if isinstance(image, VectorResult) else image


def _model_of(images: Sequence[Union[ImageSource, StoredVector]]) -> Optional[str]:
    """The model that made the stored vectors of a call, where that is known."""
    models = sorted({image.model for image in images if isinstance(image, StoredVector) and image.model is not None})
    if len(models) > 1:
        raise InputError(f"The vectors are of different models ({', '.join(models)}), so they cannot be compared.")
    return models[0] if models else None


def _pair_query(boxes: PairBoxes, face_det: bool) -> Dict[str, Optional[str]]:
    first, second = boxes
    return {"bboxes_1": _box(first), "bboxes_2": _box(second), "face_det": _off(face_det)}


def _attributes_query(
    boxes: Sequence[Box],
    max_faces: Optional[int],
    min_face_size: Optional[int],
    return_attributes: Sequence[str],
    face_det: bool,
) -> Dict[str, Optional[str]]:
    return {
        "bboxes": "&".join(filter(None, (_box(box) for box in boxes))) or None,
        "max_faces": None if max_faces is None else str(max_faces),
        "min_face_size": None if min_face_size is None else str(min_face_size),
        "return_attributes": ",".join(return_attributes) or None,
        "face_det": _off(face_det),
    }


def _vector_query(
    box: Optional[Box], quality: Quality, return_attributes: Sequence[str], face_det: bool
) -> Dict[str, Optional[str]]:
    return {
        "bboxes": _box(box),
        "quality": "2" if quality == "enrolment" else _on(bool(quality)),
        "return_attributes": ",".join(return_attributes) or None,
        "face_det": _off(face_det),
    }


def _on(flag: bool) -> Optional[str]:
    return "1" if flag else None


def _off(face_det: bool) -> Optional[str]:
    return None if face_det else "0"


def _box(box: Optional[Box]) -> Optional[str]:
    if box is None:
        return None
    if len(box) != 4 or not all(math.isfinite(side) for side in box):
        raise InputError(f"A box is four numbers, x1, y1, x2, y2, not {box!r}.")
    # Plain decimals: the service takes no exponents.
    return ",".join(str(int(side)) if side == int(side) else f"{side:.3f}" for side in box)
