import type { FaceSelection, SearchLimits } from '../analysis.types.js';
import { EngineError } from '../errors.js';
import { clipBox, scaleBox, integerBox, type Box, type Point, type Size } from '../geometry/box.js';
import type { Photo } from '../image/pixels.js';
import { ExtraFits, fitFaceInBox, type Mesh } from '../landmarks/fit-face.js';
import type { PhotoCall } from './photo-call.js';
import { asProbability } from './face-score.js';
import { MAX_EXTRA_FITS, MAX_FACES } from './call-limits.js';
import { findFaces, type SearchOptions } from './find-faces.js';

/** A face of the photo: its mesh in analysed pixels, its rectangle in pixels of the full image. */
export interface SelectedFace {
  readonly mesh: Mesh;
  readonly box: Box;
  readonly confidence: number;
}

type SelectOptions = Pick<SearchOptions, 'onlyFirst'>;

/** The faces that a call is about, the most prominent first; boxes keep the caller's order. */
export async function selectFaces(
  call: PhotoCall,
  selection: FaceSelection,
  { onlyFirst }: SelectOptions,
): Promise<SelectedFace[]> {
  const { photo } = call;
  switch (selection.kind) {
    case 'detect':
      return facesOfSearch(call, selection, onlyFirst);
    case 'boxes':
      return facesOfBoxes(call, boxesOn(photo, selection).slice(0, onlyFirst ? 1 : undefined));
    case 'whole-image': {
      const { width, height } = photo.size;
      return facesOfBoxes(call, [{ x1: 0, y1: 0, x2: width, y2: height }]);
    }
  }
}

/** The part of each box inside the photo. All are checked before any work is done. */
export const boxesOn = (photo: Photo, selection: FaceSelection): Box[] =>
  selection.kind === 'boxes' ? selection.boxes.map((box) => clippedOrError(box, photo)) : [];

/** The most prominent faces that are large enough. */
async function facesOfSearch(
  { models, photo, image, timer }: PhotoCall,
  { maxFaces = MAX_FACES, minFaceSize = 0 }: SearchLimits,
  onlyFirst: boolean,
): Promise<SelectedFace[]> {
  const extra = new ExtraFits(MAX_EXTRA_FITS);
  const search = async (stopAtFirst: boolean): Promise<SelectedFace[]> => {
    const faces = await findFaces(models, image, {
      timer,
      extra,
      onlyFirst: stopAtFirst,
      // With a minimum size, the wanted faces may be any of those found.
      maxFaces: minFaceSize > 0 ? MAX_FACES : maxFaces,
      // Rounding to integer pixels may add one.
      minSide: (minFaceSize - 1) / Math.max(photo.scale.x, photo.scale.y),
    });
    return faces.map(({ mesh, box, score }) => ({
      mesh,
      box: onImage(box, photo),
      confidence: asProbability(score),
    }));
  };
  const isLargeEnough = ({ box }: SelectedFace): boolean =>
    shorterSide(integerBox(box, photo.size)) >= minFaceSize;
  if (!onlyFirst && maxFaces > 1) return (await search(false)).filter(isLargeEnough).slice(0, maxFaces);
  const [first] = await search(true);
  if (first === undefined) return [];
  if (isLargeEnough(first)) return [first];
  // A larger face may be less prominent, because it is further from the centre.
  return (await search(false)).filter(isLargeEnough).slice(0, 1);
}

const shorterSide = ({ x1, y1, x2, y2 }: Box): number => Math.min(x2 - x1, y2 - y1);

async function facesOfBoxes(
  { models, photo, image, timer }: PhotoCall,
  boxes: readonly Box[],
): Promise<SelectedFace[]> {
  const extra = new ExtraFits(MAX_EXTRA_FITS);
  const faces: SelectedFace[] = [];
  for (const box of boxes) {
    const analysed = onAnalysed(box, photo);
    const mesh = await timer.time('landmarks', () => fitFaceInBox(models.landmarks, image, analysed, extra));
    faces.push({ mesh, box, confidence: asProbability(mesh.presence) });
  }
  return faces;
}

/** From the full image to analysed pixels. */
export const onAnalysed = (box: Box, { scale }: Photo): Box => scaleBox(box, 1 / scale.x, 1 / scale.y);

/** From analysed pixels to the full image; a rectangle never leaves it. */
function onImage(box: Box, { scale, size }: Photo): Box {
  const full = scaleBox(box, scale.x, scale.y);
  return clipBox(full, size) ?? full;
}

/** A rectangle of a result has at least one pixel, so that every one can be sent back as a box. */
const LEAST_BOX_SIDE = 1;

function clippedOrError(box: Box, { size }: Photo): Box {
  const clipped = clipBox(box, size);
  if (clipped === null) throw invalidBox(box, size, 'does not overlap');
  if (shorterSide(clipped) < LEAST_BOX_SIDE)
    throw invalidBox(box, size, `covers less than ${LEAST_BOX_SIDE} pixel in width or height of`);
  return clipped;
}

function invalidBox({ x1, y1, x2, y2 }: Box, { width, height }: Size, fault: string): EngineError {
  const box = [x1, y1, x2, y2].join(',');
  return new EngineError(
    'box-invalid',
    { box, width, height },
    { message: `The box ${box} ${fault} the image of ${width}×${height} pixels.` },
  );
}

/** Points from analysed pixels to pixels of the full image. */
export const pointsOnImage = (points: readonly Point[], { scale }: Photo): Point[] =>
  points.map(({ x, y }) => ({ x: x * scale.x, y: y * scale.y }));
