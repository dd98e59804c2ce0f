"""The file of a gallery, as @facet/gallery and the command facet read and write it (packages/gallery/src/format/layout.ts)."""

import json
import os
import struct
import tempfile
import zlib
from pathlib import Path
from typing import BinaryIO, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from .errors import FacetError
from .images import DIMENSIONS

MAGIC = b"FACETGAL"
VERSION = 3
MAX_ID_BYTES = 512
MAX_META_BYTES = 64 * 1024
MAX_MODEL_BYTES = 64
MAX_VECTORS_PER_RECORD = 1000
BLOCK_BYTES = 256 * 1024
MAX_BLOCK_BYTES = 1024 * 1024
NO_META = 0xFFFFFFFF

_HEADER = struct.Struct(f"<8sHH{MAX_MODEL_BYTES}s")
_SUM = struct.Struct("<I")
_COUNTS = struct.Struct("<II")
_BLOCK = struct.Struct("<III")
_RECORD = struct.Struct("<HHI")
_VECTOR = struct.Struct(f"<{DIMENSIONS}f")

Vector = Tuple[float, ...]


class GalleryError(FacetError):
    """A vector, option or file that the gallery cannot use."""


class Record(NamedTuple):
    """Some vectors of a person. A person with many has several records, of which only the first has the meta value."""

    id: str
    #: JSON text.
    meta: Optional[str]
    vectors: Sequence[Vector]


def as_float32(numbers: Sequence[float]) -> Vector:
    """The numbers with the precision that a file keeps."""
    return _VECTOR.unpack(_VECTOR.pack(*numbers))


def save(path: "os.PathLike[str] | str", model: str, people: int, vectors: int, records: Iterable[Record]) -> None:
    """The old file is replaced only when the new one is completely on disk."""
    target = Path(path)
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            for chunk in _chunks(model, people, vectors, records):
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _chunks(model: str, people: int, vectors: int, records: Iterable[Record]) -> Iterator[bytes]:
    header = _HEADER.pack(MAGIC, VERSION, DIMENSIONS, model.encode("ascii"))
    yield header + _SUM.pack(zlib.crc32(header))
    number = 0
    block: List[bytes] = []
    size = 0
    for record in records:
        for start in range(0, len(record.vectors), MAX_VECTORS_PER_RECORD):
            part = record.vectors[start : start + MAX_VECTORS_PER_RECORD]
            content = _record_bytes(record.id, record.meta if start == 0 else None, part)
            block.append(content)
            size += len(content)
            if size > BLOCK_BYTES:
                yield _block_bytes(number, b"".join(block))
                number, block, size = number + 1, [], 0
    if block:
        yield _block_bytes(number, b"".join(block))
        number += 1
    yield _block_bytes(number, b"")
    counts = _COUNTS.pack(people, vectors)
    yield counts + _SUM.pack(zlib.crc32(counts))


def _record_bytes(id: str, meta: Optional[str], vectors: Sequence[Vector]) -> bytes:
    name = id.encode()
    text = None if meta is None else meta.encode()
    header = _RECORD.pack(len(name), len(vectors), NO_META if text is None else len(text))
    return b"".join([header, name, text or b"", *(_VECTOR.pack(*vector) for vector in vectors)])


def _block_bytes(number: int, payload: bytes) -> bytes:
    header = _BLOCK.pack(len(payload), number, zlib.crc32(payload))
    return header + _SUM.pack(zlib.crc32(header)) + payload


class Reader:
    """Reads a gallery block by block. Memory is taken for what was read, never for the sizes that it states."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        start = file.read(_HEADER.size + _SUM.size)
        if start[: len(MAGIC)] != MAGIC[: len(start)]:
            raise GalleryError("The file is not a gallery.")
        if len(start) < _HEADER.size + _SUM.size:
            raise _truncated()
        if zlib.crc32(start[: _HEADER.size]) != _SUM.unpack_from(start, _HEADER.size)[0]:
            raise GalleryError("The header of the gallery is damaged.")
        _, version, dimensions, model = _HEADER.unpack_from(start)
        if version != VERSION:
            raise GalleryError(f"The gallery has version {version}, known is {VERSION}; update this package.")
        if dimensions != DIMENSIONS:
            raise GalleryError(f"The gallery has vectors of {dimensions} numbers, not of {DIMENSIONS}.")
        name, _, rest = model.partition(b"\0")
        if rest.strip(b"\0") or not all(0x21 <= byte <= 0x7E for byte in name):
            raise GalleryError("The name of the model in the gallery is not valid.")
        #: Known when all records were read.
        self.people = 0
        self.vectors = 0
        #: Empty in a gallery without vectors.
        self.model = name.decode("ascii")

    def records(self) -> Iterator[Record]:
        number = 0
        while True:
            header = self._take(_BLOCK.size + _SUM.size)
            length, stated, checksum = _BLOCK.unpack_from(header)
            if zlib.crc32(header[: _BLOCK.size]) != _SUM.unpack_from(header, _BLOCK.size)[0]:
                raise GalleryError(f"The header of block {number} of the gallery is damaged.")
            if length > MAX_BLOCK_BYTES:
                raise GalleryError(f"The gallery has a block of {length} bytes.")
            if stated != number:
                raise GalleryError("The blocks of the gallery are out of order.")
            if length == 0:
                break
            if not self.model:
                raise GalleryError("The gallery has vectors without a model.")
            payload = self._take(length)
            if zlib.crc32(payload) != checksum:
                raise GalleryError(f"Block {number} of the gallery is damaged.")
            try:
                yield from _records(payload)
            except (struct.error, UnicodeDecodeError, ValueError) as error:
                raise GalleryError(f"A record of the gallery is not valid: {error}.") from error
            number += 1
        counts = self._take(_COUNTS.size + _SUM.size)
        if zlib.crc32(counts[: _COUNTS.size]) != _SUM.unpack_from(counts, _COUNTS.size)[0]:
            raise GalleryError("The end of the gallery is damaged.")
        self.people, self.vectors = _COUNTS.unpack_from(counts)
        if self._file.read(1):
            raise GalleryError("The gallery is damaged: there is more after its end.")

    def _take(self, length: int) -> bytes:
        content = self._file.read(length)
        if len(content) != length:
            raise _truncated()
        return content


def _truncated() -> GalleryError:
    return GalleryError("The end of the gallery is missing.")


def _records(payload: bytes) -> Iterator[Record]:
    at = 0
    while at < len(payload):
        id_length, count, meta_length = _RECORD.unpack_from(payload, at)
        at += _RECORD.size
        if not 1 <= id_length <= MAX_ID_BYTES or not 1 <= count <= MAX_VECTORS_PER_RECORD:
            raise ValueError("its id or its number of vectors is outside the limits")
        if meta_length != NO_META and meta_length > MAX_META_BYTES:
            raise ValueError("its meta value is too long")
        size = id_length + (0 if meta_length == NO_META else meta_length) + count * _VECTOR.size
        if at + size > len(payload):
            raise ValueError("it is longer than its block")
        name = payload[at : at + id_length].decode()
        at += id_length
        meta: Optional[str] = None
        if meta_length != NO_META:
            meta = payload[at : at + meta_length].decode()
            json.loads(meta)
            at += meta_length
        vectors = [_VECTOR.unpack_from(payload, at + n * _VECTOR.size) for n in range(count)]
        at += count * _VECTOR.size
        yield Record(name, meta, vectors)
