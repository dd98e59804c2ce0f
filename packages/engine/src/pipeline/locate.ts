import { clipBox, scaleBox, type Box } from '../geometry/box.js';
import { EngineError } from '../errors.js';
import type { FaceSelection } from '../engine.types.js';
import type { Photo } from '../image/pixels.js';
import type { Pyramid } from '../image/pyramid.js';
import type { ExtraFits } from '../landmarks/extra-fits.js';
import { fitFaceInBox } from '../landmarks/fit-face.js';
import type { Mesh } from '../landmarks/mesh.js';
import type { Clock } from './clock.js';
import { asProbability } from './evidence.js';
import { findFaces } from './find-faces.js';
import type { Nets } from './nets.js';

/** A face of the photo: its mesh in analysed pixels, its rectangle in pixels of the full image. */
export interface LocatedFace {
  readonly mesh: Mesh;
  readonly box: Box;
  readonly confidence: number;
}

/** The faces that a call is about, the most prominent first; boxes keep the caller's order. */
export async function locateFaces(
  nets: Nets,
  photo: Photo,
  image: Pyramid,
  selection: FaceSelection,
  options: { readonly onlyFirst: boolean; readonly clock: Clock; readonly extra: ExtraFits },
): Promise<LocatedFace[]> {
  const { onlyFirst } = options;
  switch (selection.kind) {
    case 'detect': {
      const sightings = await findFaces(nets, image, options);
      return sightings.map(({ mesh, box, evidence }) => ({
        mesh,
        box: onImage(box, photo),
        confidence: asProbability(evidence),
      }));
    }
    case 'boxes': {
      // All boxes are checked before any work is done.
      const boxes = selection.boxes.map((box) => clippedOrError(box, photo));
      return fitBoxes(nets, photo, image, boxes.slice(0, onlyFirst ? 1 : undefined), options);
    }
    case 'whole': {
      const { width, height } = photo.size;
      return fitBoxes(nets, photo, image, [{ x1: 0, y1: 0, x2: width, y2: height }], options);
    }
  }
}

async function fitBoxes(
  nets: Nets,
  photo: Photo,
  image: Pyramid,
  boxes: readonly Box[],
  { clock, extra }: { readonly clock: Clock; readonly extra: ExtraFits },
): Promise<LocatedFace[]> {
  const faces: LocatedFace[] = [];
  for (const box of boxes) {
    const analysed = scaleBox(box, 1 / photo.scale.x, 1 / photo.scale.y);
    const mesh = await clock.time('landmarks', () => fitFaceInBox(nets.landmarks, image, analysed, extra));
    faces.push({ mesh, box, confidence: asProbability(mesh.presence) });
  }
  return faces;
}

/** From analysed pixels to the full image; a rectangle never leaves it. */
function onImage(box: Box, { scale, size }: Photo): Box {
  const full = scaleBox(box, scale.x, scale.y);
  return clipBox(full, size) ?? full;
}

function clippedOrError(box: Box, { size }: Photo): Box {
  const clipped = clipBox(box, size);
  if (clipped !== null) return clipped;
  const { x1, y1, x2, y2 } = box;
  throw new EngineError(
    'box-invalid',
    { box: [x1, y1, x2, y2].join(','), width: size.width, height: size.height },
    {
      message: `The box ${[x1, y1, x2, y2].join(',')} does not overlap the image of ${size.width}×${size.height} pixels.`,
    },
  );
}
