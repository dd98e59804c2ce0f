"""Read FairFace from a bare clone, reduce it to 112x112 pixels and pack it into one .npz file.

The clone is of pidoxy/Bias-in-Facial-Recognition. Files are read by object id through one
`git cat-file --batch`; looking up 97,698 paths one by one in so large a tree takes minutes.

The .npz holds, for every image, in the order of the label files (training split first):
  jpegs   the images as JPEG files, one after the other; data.py decodes them
  sizes   the length of each file
  split   0 training, 1 validation
  number  the number in the file name (train/17.jpg -> 17)
  gender  1 male, 0 female
  age     index into labels.AGE_GROUPS
  race    index into labels.RACES
"""

import argparse
import csv
import io
import subprocess
from multiprocessing import Pool

import numpy as np
from PIL import Image

from labels import AGE_GROUPS, GENDERS, RACES

FOLDER = "data/fairface/"
SPLITS = ["train", "val"]
SIDE = 112
ORIGINAL_SIDE = 224
QUALITY = 88


def git(repository, *arguments, stdin=None):
    command = ["git", "-C", repository, *arguments]
    return subprocess.run(command, input=stdin, stdout=subprocess.PIPE, check=True).stdout


def object_ids(repository, commit):
    """Map each path below FOLDER to its object id."""
    ids = {}
    for entry in git(repository, "ls-tree", "-r", "-z", commit).decode().split("\0"):
        if entry:
            attributes, path = entry.split("\t", 1)
            if path.startswith(FOLDER):
                ids[path[len(FOLDER) :]] = attributes.split()[2]
    return ids


def read_blobs(repository, ids):
    """Contents of the objects, in the order of the ids."""
    output = git(repository, "cat-file", "--batch", stdin=("\n".join(ids) + "\n").encode())
    blobs = []
    position = 0
    for expected in ids:
        # Each object comes as "<id> blob <size>\n<contents>\n".
        end_of_header = output.index(b"\n", position)
        found, kind, size = output[position:end_of_header].decode().split()
        if found != expected or kind != "blob":
            raise ValueError(f"requested {expected}, got {kind} {found}")
        start = end_of_header + 1
        blobs.append(output[start : start + int(size)])
        position = start + int(size) + 1
    return blobs


def reduce(jpeg):
    image = Image.open(io.BytesIO(jpeg))
    if image.size != (ORIGINAL_SIDE, ORIGINAL_SIDE):
        raise ValueError(f"expected {ORIGINAL_SIDE}x{ORIGINAL_SIDE} pixels, found {image.size}")
    small = io.BytesIO()
    image.convert("RGB").resize((SIDE, SIDE), Image.LANCZOS).save(small, "JPEG", quality=QUALITY)
    return small.getvalue()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("repository", help="the bare clone")
    parser.add_argument("output", help="the .npz file to write")
    parser.add_argument("--commit", default="HEAD")
    arguments = parser.parse_args()

    ids = object_ids(arguments.repository, arguments.commit)
    columns = {"split": [], "number": [], "gender": [], "age": [], "race": []}
    image_ids = []
    label_files = [f"{split}_labels.csv" for split in SPLITS]
    label_blobs = read_blobs(arguments.repository, [ids[name] for name in label_files])
    for split, blob in enumerate(label_blobs):
        for row in csv.DictReader(io.StringIO(blob.decode())):
            image_ids.append(ids[row["file"]])
            columns["split"].append(split)
            columns["number"].append(int(row["file"].split("/")[1].split(".")[0]))
            columns["gender"].append(GENDERS.index(row["gender"]))
            columns["age"].append(AGE_GROUPS.index(row["age"]))
            columns["race"].append(RACES.index(row["race"]))

    with Pool() as pool:
        jpegs = pool.map(reduce, read_blobs(arguments.repository, image_ids), chunksize=256)
    arrays = {name: np.array(values, np.int32 if name == "number" else np.uint8) for name, values in columns.items()}
    arrays["sizes"] = np.array([len(jpeg) for jpeg in jpegs], np.int32)
    np.savez(arguments.output, jpegs=np.frombuffer(b"".join(jpegs), np.uint8), **arrays)
    training = int((arrays["split"] == 0).sum())
    print(f"{training} training and {len(jpegs) - training} validation images packed")


if __name__ == "__main__":
    main()
