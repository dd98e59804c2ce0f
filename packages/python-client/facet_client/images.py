"""Images as callers have them, and the request bodies that carry them."""

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Mapping, Tuple, Union

from .errors import InputError

#: A path to a file, the bytes of an image, or an http(s) URL that the service fetches.
ImageSource = Union[str, "os.PathLike[str]", bytes]

MAX_IMAGE_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class Body:
    content_type: str
    content: bytes


def _is_url(image: ImageSource) -> bool:
    return isinstance(image, str) and image.lower().startswith(("http://", "https://"))


def _bytes_of(name: str, image: ImageSource) -> bytes:
    if isinstance(image, bytes):
        content = image
    else:
        try:
            path = Path(image)
            if path.stat().st_size > MAX_IMAGE_BYTES:
                raise InputError(f"The file of {name} is larger than {MAX_IMAGE_BYTES} bytes; scale the image down.")
            content = path.read_bytes()
        except (OSError, TypeError, ValueError) as error:
            raise InputError(
                f"{name} cannot be read: {error}. Give a path, bytes, or an http(s) URL."
            ) from error
    if not content:
        raise InputError(f"{name} is empty; give an image.")
    if len(content) > MAX_IMAGE_BYTES:
        raise InputError(f"{name} is larger than {MAX_IMAGE_BYTES} bytes; scale the image down.")
    return content


def request_body(images: Mapping[str, ImageSource]) -> Body:
    """URLs as JSON, files and bytes as an upload. A mix is sent as an upload with a text part for each URL."""
    if all(_is_url(image) for image in images.values()):
        return Body("application/json", json.dumps(dict(images)).encode())
    boundary = secrets.token_hex(16)
    parts: List[bytes] = []
    for name, image in images.items():
        headers, content = _part(name, image)
        lines = "".join(f"{key}: {value}\r\n" for key, value in headers.items())
        parts += [f"--{boundary}\r\n{lines}\r\n".encode(), content, b"\r\n"]
    parts.append(f"--{boundary}--\r\n".encode())
    return Body(f"multipart/form-data; boundary={boundary}", b"".join(parts))


def _part(name: str, image: ImageSource) -> Tuple[Dict[str, str], bytes]:
    disposition = f'form-data; name="{name}"'
    if isinstance(image, str) and _is_url(image):
        return {"Content-Disposition": disposition}, image.encode()
    headers = {
        # The service looks at the content, so the name of the file stays here.
        "Content-Disposition": f'{disposition}; filename="image"',
        "Content-Type": "application/octet-stream",
    }
    return headers, _bytes_of(name, image)
