"""The operations of the service."""

import json
from typing import List, Literal, Optional, Sequence, Union

from .attributes import ImageAttribute, VectorAttribute
from .calls import (
    Calls,
    Comparable,
    PairBoxes,
    Quality,
    attributes_query,
    model_of,
    on,
    pair_query,
    stored_vector,
    vector_query,
)
from .collections_api import Collections
from .errors import ServiceError
from .images import MAX_IMAGE_BYTES, Body, ImageSource
from .liveness import LivenessFrame, LivenessResult, LivenessSession, check_body
from .results import (
    AttributesResult,
    Box,
    CompareResult,
    MatchResult,
    RedactResult,
    VectorResult,
    attributes_result,
    redact_result,
    result_of,
    vector_result,
)

#: Large squares, a strong blur, or a black area.
RedactionStyle = Literal["pixelate", "blur", "box"]
#: What the outline of the face holds, or its rectangle.
RedactionShape = Literal["outline", "rectangle"]


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
        self._calls = Calls(base_url, api_key, timeout, retries, max_retry_wait, max_image_bytes)

    @property
    def collections(self) -> Collections:
        """People that the service remembers, where its operator has turned that on."""
        return Collections(self._calls)

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
        query = {**pair_query(boxes, face_det), "details": on(details), "all": on(all)}
        images = {"img_1": first, "img_2": second}
        return self._calls.send_images(result_of(MatchResult), "/match_faces", query, images, timeout)

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
        query = pair_query(boxes, face_det)
        images = {"img_1": first, "img_2": second}
        return self._calls.send_images(result_of(CompareResult), "/compare_faces", query, images, timeout)

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
        query = attributes_query(boxes, max_faces, min_face_size, return_attributes, face_det)
        return self._calls.send_images(attributes_result, "/get_image_attr", query, {"image_attr": image}, timeout)

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
        query = attributes_query(boxes, max_faces, min_face_size, return_attributes, face_det)
        return self._calls.send_batch(attributes_result, "/get_image_attr", query, "image_attr", images, timeout)

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
        query = vector_query(box, quality, return_attributes, face_det)
        return self._calls.send_images(vector_result, "/get_face_vec", query, {"img": image}, timeout)

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
        query = vector_query(box, quality, return_attributes, face_det)
        return self._calls.send_batch(vector_result, "/get_face_vec", query, "img", images, timeout)

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
        query = attributes_query(boxes, max_faces, min_face_size, (), face_det)
        query.update({"style": style, "shape": shape})
        return self._calls.send_images(redact_result, "/redact", query, {"img": image}, timeout)

    def liveness_session(
        self,
        *,
        actions: Optional[Sequence[str]] = None,
        steps: Optional[int] = None,
        person: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> LivenessSession:
        """Movements that a person has to make before the camera, for one check_liveness.

        actions: the movements to choose from, at least three, for people who cannot do some; all by default. steps: how
        many movements to ask for, 2 to 5; 3 by default. person: your own reference for the person: after five sessions in a
        quarter of an hour that were not passed, they have to wait.
        """
        wanted = {"actions": None if actions is None else list(actions), "steps": steps, "person": person}
        given = {name: value for name, value in wanted.items() if value is not None}
        body = Body("application/json", json.dumps(given).encode())
        return self._calls.send(result_of(LivenessSession), "POST", "/liveness_session", {}, body, timeout)

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
        other = None if expected is None else stored_vector(expected)
        body = check_body(session, frames, other, self._calls.max_image_bytes)
        model = None if other is None else model_of([other])
        query = {"return_vector": on(return_vector)}
        return self._calls.send(result_of(LivenessResult), "POST", "/check_liveness", query, body, timeout, model)
