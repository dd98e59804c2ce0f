"""Packs the training images into tar files small enough to be copied one at a time.

    python3 pack_images.py --fairface BARE_CLONE --photos FOLDER [FOLDER …] --out packs

FairFace comes from the bare clone that ../attributes/README.md names: images of one face each, packed as they are.
The folders hold photos with any number of faces, as ../detector/collect.py writes them. Needs git.
"""

import argparse
import csv
import io
import random
import sys
import tarfile
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "attributes"))

from pack import object_ids, read_blobs  # noqa: E402  (../attributes/pack.py)

COMMIT = "58e178eb20d2f37b5b315925a70d85af70a8404f"
PACK_BYTES = 44_000_000
#: The evaluation photos are among the first images of each age group and gender (../attributes/README.md).
LEFT_OUT_PER_GROUP = 40


def fairface_names(labels: bytes) -> list[str]:
    """The images of the training split that are not left out."""
    seen: Counter = Counter()
    names = []
    rows = sorted(csv.DictReader(io.StringIO(labels.decode())), key=lambda row: number_of(row["file"]))
    for row in rows:
        group = (row["age"], row["gender"])
        seen[group] += 1
        if seen[group] > LEFT_OUT_PER_GROUP:
            names.append(row["file"])
    return names


def number_of(name: str) -> int:
    return int(name.split("/")[1].split(".")[0])


class Packs:
    """Writes files into tar files of at most PACK_BYTES each."""

    def __init__(self, folder: Path, prefix: str):
        self.folder, self.prefix = folder, prefix
        self.count, self.room, self.tar = 0, 0, None

    def add(self, name: str, data: bytes) -> None:
        if self.tar is None or self.room < len(data):
            self.close()
            self.tar = tarfile.open(self.folder / f"{self.prefix}-{self.count:02d}.tar", "w")
            self.count, self.room = self.count + 1, PACK_BYTES
        entry = tarfile.TarInfo(name)
        entry.size = len(data)
        self.tar.addfile(entry, io.BytesIO(data))
        self.room -= 512 + -(-len(data) // 512) * 512

    def close(self) -> None:
        if self.tar is not None:
            self.tar.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fairface", type=Path, required=True)
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)

    ids = object_ids(str(arguments.fairface), COMMIT)
    [labels] = read_blobs(str(arguments.fairface), [ids["train_labels.csv"]])
    names = fairface_names(labels)
    random.Random(1).shuffle(names)
    faces = Packs(arguments.out, "faces")
    for start in range(0, len(names), 4096):
        some = names[start : start + 4096]
        for name, data in zip(some, read_blobs(str(arguments.fairface), [ids[name] for name in some])):
            faces.add(name.replace("/", "-"), data)
    faces.close()

    files = [file for folder in arguments.photos for file in sorted(folder.glob("*.jpg"))]
    random.Random(2).shuffle(files)
    photos = Packs(arguments.out, "photos")
    for file in files:
        photos.add(file.name, file.read_bytes())
    photos.close()
    print(f"{len(names)} images of one face, {len(files)} photos, {faces.count + photos.count} packs")


if __name__ == "__main__":
    main()
