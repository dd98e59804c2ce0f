"""The four operations of the service."""

import math
from typing import Dict, Mapping, Optional, Sequence, Tuple
from urllib.parse import urlencode

from .errors import InputError
from .images import ImageSource, request_body
from .results import (
    AttributesResult,
    Box,
    CompareResult,
    MatchResult,
    VectorResult,
    attributes_result,
    compare_result,
    match_result,
    read,
    vector_result,
)
from .transport import Answer, Deadline, Endpoint, with_retries


class FacetClient:
    """Every failure is a FacetError. One client can be used by any number of threads."""

    def __init__(
        self,
        base_url: str,
        user_id: str,
        *,
        timeout: float = 60.0,
        retries: int = 3,
        max_retry_wait: float = 30.0,
    ) -> None:
        """timeout is for a whole call with its retries, in seconds; max_retry_wait bounds their waits together."""
        if not (user_id.isascii() and user_id.isprintable() and user_id.strip()):
            raise InputError("user_id must be the user id of your account, as the portal shows it.")
        if not 0 < timeout < math.inf:
            raise InputError(f"timeout must be a number of seconds above 0, not {timeout}.")
        if not 0 <= retries <= 100:
            raise InputError(f"retries must be from 0 to 100, not {retries}.")
        if not max_retry_wait >= 0:
            raise InputError(f"max_retry_wait must be a number of seconds from 0, not {max_retry_wait}.")
        self._endpoint = Endpoint(base_url)
        # Proxies drop header names with an underscore, so the alias goes along.
        self._headers = {"user_id": user_id, "x-user-id": user_id}
        self._timeout = timeout
        self._retries = retries
        self._max_retry_wait = max_retry_wait

    def match(
        self,
        first: ImageSource,
        second: ImageSource,
        *,
        first_box: Optional[Box] = None,
        second_box: Optional[Box] = None,
        face_det: bool = True,
    ) -> MatchResult:
        """The distance of two faces, and whether they are of the same person."""
        answer = self._pair("/match_faces", (first, second), (first_box, second_box), face_det)
        return read(match_result, answer.data, answer.headers.get("x-facet-model"))

    def compare(
        self,
        first: ImageSource,
        second: ImageSource,
        *,
        first_box: Optional[Box] = None,
        second_box: Optional[Box] = None,
        face_det: bool = True,
    ) -> CompareResult:
        """The same comparison as a confidence. Deprecated by the service: use match."""
        answer = self._pair("/compare_faces", (first, second), (first_box, second_box), face_det)
        return read(compare_result, answer.data, answer.headers.get("x-facet-model"))

    def attributes(
        self, image: ImageSource, *, boxes: Sequence[Box] = (), face_det: bool = True
    ) -> AttributesResult:
        """Every face of an image with box, age, gender and landmarks. An image without a face gives no faces."""
        joined = "&".join(filter(None, (_box(box) for box in boxes)))
        query = {"bboxes": joined or None, "face_det": _off(face_det)}
        answer = self._call("/get_image_attr", {"image_attr": image}, query)
        return read(attributes_result, answer.data, None)

    def vector(
        self, image: ImageSource, *, box: Optional[Box] = None, quality: bool = False, face_det: bool = True
    ) -> VectorResult:
        """The 128 numbers of a face. With quality, only for a face that is large, bright and frontal enough."""
        query = {"bboxes": _box(box), "quality": "1" if quality else None, "face_det": _off(face_det)}
        answer = self._call("/get_face_vec", {"img": image}, query)
        return read(vector_result, answer.data, answer.headers.get("x-facet-model"))

    def _pair(
        self,
        path: str,
        images: Tuple[ImageSource, ImageSource],
        boxes: Tuple[Optional[Box], Optional[Box]],
        face_det: bool,
    ) -> Answer:
        query = {"bboxes_1": _box(boxes[0]), "bboxes_2": _box(boxes[1]), "face_det": _off(face_det)}
        return self._call(path, {"img_1": images[0], "img_2": images[1]}, query)

    def _call(
        self, path: str, images: Mapping[str, ImageSource], query: Mapping[str, Optional[str]]
    ) -> Answer:
        given: Dict[str, str] = {name: value for name, value in query.items() if value is not None}
        target = f"{path}?{urlencode(given)}" if given else path
        body = request_body(images)
        deadline = Deadline(self._timeout)
        return with_retries(
            lambda: self._endpoint.post(target, self._headers, body, deadline),
            self._retries,
            self._max_retry_wait,
            deadline,
        )


def _off(face_det: bool) -> Optional[str]:
    return None if face_det else "0"


def _box(box: Optional[Box]) -> Optional[str]:
    if box is None:
        return None
    if len(box) != 4 or not all(math.isfinite(side) for side in box):
        raise InputError(f"A box is four numbers, x1, y1, x2, y2, not {box!r}.")
    # Plain decimals: the service takes no exponents.
    return ",".join(str(int(side)) if side == int(side) else f"{side:.3f}" for side in box)
