"""Find the training images that evaluation photos were drawn from, and write which ones to leave out.

Three kinds of images of the training split are left out:
  1. the images that the given photos show: each photo is cropped as FairFace's images were (see README.md), both are
     reduced to 28x28 grey pixels, and the nearest image by normalised correlation is looked up;
  2. the first images of each age group and gender, by file number: the photos turn out to have been
     drawn in that order, so this also covers photos of the same draw that are not in the folder;
  3. every image that resembles one of those, as it is or mirrored.
"""

import argparse
import csv
import os

import numpy as np
from PIL import Image

from data import read

CROP_OF_PHOTO = 191.5 / 448
SIDE = 112
BLOCK = 4


def crop_photo(photo):
    """The central crop of a photo, 3 x 112 x 112."""
    width, height = photo.size
    side = CROP_OF_PHOTO * width
    left, top = (width - side) / 2, (height - side) / 2
    small = photo.resize((SIDE, SIDE), Image.LANCZOS, box=(left, top, left + side, top + side))
    return np.asarray(small).transpose(2, 0, 1)


def reduce(images):
    """N x 3 x 112 x 112 -> N x 28 x 28, grey."""
    blocks = images.reshape(len(images), 3, SIDE // BLOCK, BLOCK, SIDE // BLOCK, BLOCK)
    return blocks.mean(axis=(1, 3, 5), dtype=np.float32)


def normalise(images):
    flat = images.reshape(len(images), -1).astype(np.float32)
    flat = flat - flat.mean(axis=1, keepdims=True)
    return flat / (np.linalg.norm(flat, axis=1, keepdims=True) + 1e-6)


def rank_in_stratum(number, stratum):
    """1 for the lowest file number of each stratum, 2 for the next, and so on."""
    rank = np.zeros(len(number), np.int64)
    for value in np.unique(stratum):
        members = np.flatnonzero(stratum == value)
        rank[members[np.argsort(number[members])]] = np.arange(1, len(members) + 1)
    return rank


def find_twins(folder, training):
    """For each photo the nearest training image; prints how clear the findings are."""
    with open(os.path.join(folder, "labels.csv"), newline="") as file:
        names = [row["file"] for row in csv.DictReader(file)]
    photos = [Image.open(os.path.join(folder, "images", name)).convert("RGB") for name in names]
    correlation = normalise(reduce(np.stack([crop_photo(photo) for photo in photos]))) @ training.T
    ordered = np.sort(correlation, axis=1)
    print(
        f"nearest: least {ordered[:, -1].min():.4f}, median {np.median(ordered[:, -1]):.4f}; "
        f"second nearest: median {np.median(ordered[:, -2]):.4f}, most {ordered[:, -2].max():.4f}",
        flush=True,
    )
    return correlation.argmax(axis=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", help="the .npz file of pack.py")
    parser.add_argument("photos", help="folder with labels.csv and images/")
    parser.add_argument("output", help=".npy file for the indices to leave out")
    parser.add_argument("--first", type=int, default=40, help="images left out per age group and gender")
    parser.add_argument("--similar", type=float, default=0.9, help="correlation from which on an image is left out")
    arguments = parser.parse_args()

    data = read(arguments.data)
    indices = np.flatnonzero(data["split"] == 0)
    pixels = reduce(data["pixels"][indices])
    training = normalise(pixels)

    twins = find_twins(arguments.photos, training)
    stratum = data["age"][indices].astype(np.int64) * 2 + data["gender"][indices]
    rank = rank_in_stratum(data["number"][indices], stratum)
    ranks, counts = np.unique(rank[twins], return_counts=True)
    print(f"{len(np.unique(twins))} images found for {len(twins)} photos")
    print(f"their ranks within age group and gender: {dict(zip(ranks.tolist(), counts.tolist()))}")

    drawn = np.union1d(twins, np.flatnonzero(rank <= arguments.first))
    similar = np.zeros(len(training), bool)
    for queries in (training[drawn], normalise(pixels[drawn][:, :, ::-1])):
        similar |= (queries @ training.T).max(axis=0) > arguments.similar
    excluded = np.union1d(drawn, np.flatnonzero(similar))
    np.save(arguments.output, indices[excluded])
    print(
        f"left out: {len(drawn)} drawn, {len(excluded) - len(drawn)} resembling them, "
        f"{len(excluded)} of {len(indices)} in all"
    )


if __name__ == "__main__":
    main()
