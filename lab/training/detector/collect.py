"""Collects the training photos out of bare clones of the repositories in sources.py.

    python3 collect.py --mirrors FOLDER --out photos [--sources flickr8k medical-masks]

FOLDER holds one bare clone a repository, named owner+name/repo. Photos are reduced to a longer side of at most 640 px.
Needs Pillow.
"""

import argparse
import io
import re
import subprocess
from multiprocessing import Pool
from pathlib import Path

from PIL import Image

from sources import SOURCES, Source

LONGER_SIDE = 640
JPEG_QUALITY = 82


def blobs_of(source: Source, mirrors: Path) -> tuple[Path, list[str]]:
    repository = mirrors / source.repository.replace("/", "+") / "repo"
    listing = subprocess.run(
        ["git", "-C", str(repository), "ls-tree", "-r", source.commit],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    wanted = re.compile(source.pattern)
    ids = [line.split()[2] for line in listing if wanted.search(line.split("\t", 1)[1])]
    return repository, ids[:: source.every]


def read_blobs(repository: Path, ids: list[str]):
    """Yields the bytes of each blob. Reading by object id is much faster than by path in a large tree."""
    git = subprocess.Popen(
        ["git", "-C", str(repository), "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    for blob in ids:
        git.stdin.write(f"{blob}\n".encode())
        git.stdin.flush()
        header = git.stdout.readline().split()
        if header[1] != b"missing":  # a snapshot may lack its largest files
            yield git.stdout.read(int(header[2]) + 1)[:-1]
    git.stdin.close()
    git.wait()


def reduce_photo(job: tuple[bytes, Path]) -> bool:
    data, target = job
    try:
        image = Image.open(io.BytesIO(data))
        image.draft("RGB", (LONGER_SIDE, LONGER_SIDE))
        image = image.convert("RGB")
        image.thumbnail((LONGER_SIDE, LONGER_SIDE), Image.Resampling.LANCZOS)
    except (OSError, ValueError, IndexError):  # Pillow raises any of these for a damaged file
        return False
    image.save(target, quality=JPEG_QUALITY)
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mirrors", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sources", nargs="*", help="only these, by name; all of them by default")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    with Pool() as pool:
        for source in SOURCES:
            if arguments.sources and source.name not in arguments.sources:
                continue
            if any(arguments.out.glob(f"{source.name}-*.jpg")):
                continue
            repository, ids = blobs_of(source, arguments.mirrors)
            jobs = (
                (data, arguments.out / f"{source.name}-{index:05d}.jpg")
                for index, data in enumerate(read_blobs(repository, ids))
            )
            kept = sum(pool.imap_unordered(reduce_photo, jobs, chunksize=16))
            print(f"{source.name}: {kept} of {len(ids)} photos", flush=True)


if __name__ == "__main__":
    main()
