"""Images as callers have them, and the request bodies that carry them."""

import base64
import json
import math
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import InputError

#: A path to a file, the bytes of an image, or an http(s) URL that the service fetches.
ImageSource = Union[str, "os.PathLike[str]", bytes]

DIMENSIONS = 128
MAX_BATCH_IMAGES = 32
MAX_IMAGE_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class StoredVector:
    """A vector that was stored, in place of an image. The service checks its model where it is given."""

    vector: Sequence[float]
    model: Optional[str] = None


@dataclass(frozen=True)
class Body:
    content_type: str
    content: bytes


def _is_url(image: object) -> bool:
    return isinstance(image, str) and image.lower().startswith(("http://", "https://"))


def _bytes_of(name: str, image: ImageSource, max_bytes: int) -> bytes:
    if isinstance(image, bytes):
        content = image
    else:
        try:
            path = Path(image)
            if path.stat().st_size > max_bytes:
                raise InputError(f"The file of {name} is larger than {max_bytes} bytes; scale the image down.")
            content = path.read_bytes()
        except (OSError, TypeError, ValueError) as error:
            raise InputError(f"{name} cannot be read: {error}. Give a path, bytes, or an http(s) URL.") from error
    if not content:
        raise InputError(f"{name} is empty; give an image.")
    if len(content) > max_bytes:
        raise InputError(f"{name} is larger than {max_bytes} bytes; scale the image down.")
    return content


def _numbers_of(stored: StoredVector) -> List[float]:
    numbers = [float(number) for number in stored.vector]
    if len(numbers) != DIMENSIONS or not all(math.isfinite(number) for number in numbers):
        raise InputError(f"A stored vector is {DIMENSIONS} numbers, but this one is not.")
    return numbers


def batch_body(name: str, images: Sequence[ImageSource], max_bytes: int) -> Body:
    """A list of images in one request, each as a URL or as Base64."""
    if not 1 <= len(images) <= MAX_BATCH_IMAGES:
        raise InputError(f"A batch has 1 to {MAX_BATCH_IMAGES} images, not {len(images)}.")
    texts = [
        image if _is_url(image) else base64.b64encode(_bytes_of(name, image, max_bytes)).decode() for image in images
    ]
    return Body("application/json", json.dumps({name: texts}).encode())


def request_body(images: Mapping[str, Union[ImageSource, StoredVector]], max_bytes: int = MAX_IMAGE_BYTES) -> Body:
    """URLs and vectors as JSON, files and bytes as an upload. A mix is an upload with a text part for each of the others."""
    values: Dict[str, Any] = {
        name: _numbers_of(image) if isinstance(image, StoredVector) else image for name, image in images.items()
    }
    if all(isinstance(value, list) or _is_url(value) for value in values.values()):
        return Body("application/json", json.dumps(values).encode())
    return upload_body(list(images.items()), max_bytes)


def upload_body(
    images: Sequence[Tuple[str, Union[ImageSource, StoredVector]]],
    max_bytes: int = MAX_IMAGE_BYTES,
    texts: Optional[Mapping[str, str]] = None,
) -> Body:
    """Fields in their order, of which several may have the same name, after those with plain text."""
    boundary = secrets.token_hex(16)
    parts: List[bytes] = []

    def add(headers: Mapping[str, str], content: bytes) -> None:
        lines = "".join(f"{key}: {text}\r\n" for key, text in headers.items())
        parts.extend([f"--{boundary}\r\n{lines}\r\n".encode(), content, b"\r\n"])

    for name, text in (texts or {}).items():
        add({"Content-Disposition": f'form-data; name="{name}"'}, text.encode())
    for name, image in images:
        add(*_part(name, _numbers_of(image) if isinstance(image, StoredVector) else image, max_bytes))
    parts.append(f"--{boundary}--\r\n".encode())
    return Body(f"multipart/form-data; boundary={boundary}", b"".join(parts))


def _part(name: str, value: Union[ImageSource, List[float]], max_bytes: int) -> Tuple[Dict[str, str], bytes]:
    disposition = f'form-data; name="{name}"'
    if isinstance(value, list):
        return {"Content-Disposition": disposition}, json.dumps(value).encode()
    if isinstance(value, str) and _is_url(value):
        return {"Content-Disposition": disposition}, value.encode()
    headers = {
        # The service looks at the content, so the name of the file stays here.
        "Content-Disposition": f'{disposition}; filename="image"',
        "Content-Type": "application/octet-stream",
    }
    return headers, _bytes_of(name, value, max_bytes)
