"""Cut faces out of photos as FairFace did, without labels: more images for the small nets to learn from.

    python3 crop.py <folder of photos> <labels.npz of ../detector/label.py> unlabelled.npz

Only the teachers' answers are learnt from these images, so they need no age and no gender.
"""

import argparse
import math
import os
from multiprocessing import Pool

import numpy as np
from PIL import Image

SIDE = 32
SMALLEST_FACE = 20  # pixels of the detected box; a smaller face would have to be enlarged
LEAST_SCORE = 0.55  # mean over the views of the detector's teachers: false faces lie below
REC709 = np.array([0.2126, 0.7152, 0.0722], np.float32)

# Where eyes, tip of the nose and corners of the mouth lie in FairFace's crops, whose side is 1.
TEMPLATE = np.array([[0.325, 0.313], [0.675, 0.313], [0.5, 0.513], [0.355, 0.718], [0.645, 0.718]])


def similarity(points):
    """The least-squares similarity from the template to the points of a face, as a complex factor and offset."""
    source, target = TEMPLATE @ [1, 1j], points @ [1, 1j]
    centred, moved = source - source.mean(), target - target.mean()
    factor = (centred.conj() @ moved) / (centred.conj() @ centred).real
    return factor, target.mean() - factor * source.mean()


def crop(photo, points):
    """The upright square around a face as 32x32 grey pixels; black where the photo ends."""
    factor, offset = similarity(points)
    # Rotated at about the photo's own scale, then reduced with the filter that FairFace at 32x32 was made with.
    sampled = max(SIDE, math.ceil(abs(factor)))
    step = factor / sampled
    matrix = (step.real, -step.imag, offset.real, step.imag, step.real, offset.imag)
    upright = photo.transform((sampled, sampled), Image.AFFINE, matrix, Image.BICUBIC)
    small = upright.resize((SIDE, SIDE), Image.LANCZOS)
    return np.clip(np.asarray(small, np.float32) @ REC709 + 0.5, 0, 255).astype(np.uint8)


def crops_of(task):
    path, faces = task
    photo = Image.open(path).convert("RGB")
    return [crop(photo, face[4:14].reshape(5, 2).astype(np.float64)) for face in faces]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photos")
    parser.add_argument("labels")
    parser.add_argument("output")
    arguments = parser.parse_args()

    tasks = []
    with np.load(arguments.labels) as labels:
        for name in labels.files:
            faces = labels[name]
            size = np.maximum(faces[:, 2] - faces[:, 0], faces[:, 3] - faces[:, 1])
            chosen = faces[(size >= SMALLEST_FACE) & (faces[:, 15] >= LEAST_SCORE)]
            if len(chosen):
                tasks.append((os.path.join(arguments.photos, name), chosen))
    with Pool() as pool:
        pixels = [image for images in pool.imap(crops_of, tasks, chunksize=16) for image in images]
    np.savez_compressed(arguments.output, pixels=np.stack(pixels))
    print(f"{len(pixels)} faces from {len(tasks)} photos")


if __name__ == "__main__":
    main()
