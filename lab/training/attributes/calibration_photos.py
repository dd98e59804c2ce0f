"""Write the photos of the calibration slice, which no model was trained on, as a folder of evaluation data.

`npm run bench:calibrate -- attribute-weights` shows them to the engine as photos of a caller. The folder gets images/ and
labels.csv (file, age_group, gender, race), laid out as docs/appendix/accuracy.md describes for FairFace.
"""

import argparse
import csv
import os

import numpy as np

from data import divide
from labels import AGE_GROUPS, GENDERS, RACES
from pack import SPLITS, object_ids, read_blobs


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("repository", help="the bare clone, as for pack.py")
    parser.add_argument("data", help="the .npz file of pack.py")
    parser.add_argument("excluded", help="the .npy file of exclude.py")
    parser.add_argument("folder", help="the folder to write")
    parser.add_argument("--commit", default="HEAD")
    arguments = parser.parse_args()

    with np.load(arguments.data) as archive:
        packed = {name: archive[name] for name in ("split", "number", "gender", "age", "race")}
    chosen = divide(packed["split"], np.load(arguments.excluded))["calibration"]
    ids = object_ids(arguments.repository, arguments.commit)
    numbers = packed["number"][chosen].tolist()
    photos = read_blobs(arguments.repository, [ids[f"{SPLITS[0]}/{number}.jpg"] for number in numbers])

    images = os.path.join(arguments.folder, "images")
    os.makedirs(images, exist_ok=True)
    with open(os.path.join(arguments.folder, "labels.csv"), "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["file", "age_group", "gender", "race"])
        for index, number, photo in zip(chosen, numbers, photos):
            with open(os.path.join(images, f"{number}.jpg"), "wb") as image:
                image.write(photo)
            table.writerow(
                [
                    f"{number}.jpg",
                    AGE_GROUPS[packed["age"][index]],
                    GENDERS[packed["gender"][index]].lower(),
                    RACES[packed["race"][index]],
                ]
            )
    print(f"{len(chosen)} photos written to {arguments.folder}")


if __name__ == "__main__":
    main()
