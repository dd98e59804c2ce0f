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
from .transport import Deadline, Endpoint, Response, with_retries


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
    ) -> None:
        """timeout: seconds for a call with its retries. max_retry_wait: seconds for all waits before retries together."""
        if not (api_key.isascii() and api_key.isprintable() and api_key.strip()):
            raise InputError("api_key must be an API key of your account, as the portal shows it.")
        if not 0 < timeout < math.inf:
            raise InputError(f"timeout must be a number of seconds above 0, not {timeout}.")
        if not 0 <= retries <= 100:
            raise InputError(f"retries must be from 0 to 100, not {retries}.")
        if not max_retry_wait >= 0:
            raise InputError(f"max_retry_wait must be a number of seconds from 0, not {max_retry_wait}.")
        self._endpoint = Endpoint(base_url)
        # Proxies drop header names with an underscore, so the alias goes along.
        self._headers = {"user_id": api_key, "x-user-id": api_key}
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
        response = self._pair("/match_faces", (first, second), (first_box, second_box), face_det)
        return read(match_result, response.data, response.headers.get("x-facet-model"))

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
        response = self._pair("/compare_faces", (first, second), (first_box, second_box), face_det)
        return read(compare_result, response.data, response.headers.get("x-facet-model"))

    def attributes(
        self, image: ImageSource, *, boxes: Sequence[Box] = (), face_det: bool = True
    ) -> AttributesResult:
        """Every face of an image with box, age, gender and landmarks. An image without a face gives no faces."""
        joined = "&".join(filter(None, (_box(box) for box in boxes)))
        query = {"bboxes": joined or None, "face_det": _off(face_det)}
        response = self._call("/get_image_attr", {"image_attr": image}, query)
        return read(attributes_result, response.data, None)

    def vector(
        self, image: ImageSource, *, box: Optional[Box] = None, quality: bool = False, face_det: bool = True
    ) -> VectorResult:
        """The 128 numbers of a face. With quality, only for a face that is large, bright and frontal enough."""
        query = {"bboxes": _box(box), "quality": "1" if quality else None, "face_det": _off(face_det)}
        response = self._call("/get_face_vec", {"img": image}, query)
        return read(vector_result, response.data, response.headers.get("x-facet-model"))

    def _pair(
        self,
        path: str,
        images: Tuple[ImageSource, ImageSource],
        boxes: Tuple[Optional[Box], Optional[Box]],
        face_det: bool,
    ) -> Response:
        query = {"bboxes_1": _box(boxes[0]), "bboxes_2": _box(boxes[1]), "face_det": _off(face_det)}
        return self._call(path, {"img_1": images[0], "img_2": images[1]}, query)

    def _call(
        self, path: str, images: Mapping[str, ImageSource], query: Mapping[str, Optional[str]]
    ) -> Response:
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
