import { readFile } from 'node:fs/promises';
import { DEFAULT_DECODE_LIMITS, MAX_EXTRA_FITS, type Box, type Point } from '@facet/engine';
import { findFaces } from '@facet/analysis/analysis/find-faces.js';
import { startStageTimer } from '@facet/analysis/analysis/photo-call.js';
import { scaleBox } from '@facet/analysis/geometry/box.js';
import { pyramidOf } from '@facet/analysis/image/pyramid.js';
import { ExtraFits } from '@facet/analysis/landmarks/fit-face.js';
import { decodePhoto } from '@facet/engine/internals';
import type { FoundFace } from '@facet/analysis/analysis/find-faces.js';
import type { Models } from '@facet/analysis/analysis/models.js';
import type { Pyramid } from '@facet/analysis/image/pyramid.js';

export interface OpenedImage {
  readonly image: Pyramid;
  /** Pixels of the photo per analysed pixel. */
  readonly scale: Point;
  /** From analysed pixels to those of the photo, which people marked. */
  readonly onPhoto: (box: Box) => Box;
}

export async function openImage(file: string): Promise<OpenedImage> {
  const { pixels, scale } = await decodePhoto(await readFile(file), DEFAULT_DECODE_LIMITS);
  return { image: pyramidOf(pixels), scale, onPhoto: (box) => scaleBox(box, scale.x, scale.y) };
}

/** The faces that the engine finds, all or only the first. */
export const facesOf = (models: Models, image: Pyramid, which: 'all' | 'first'): Promise<FoundFace[]> =>
  findFaces(models, image, {
    onlyFirst: which === 'first',
    timer: startStageTimer(() => undefined),
    extra: new ExtraFits(MAX_EXTRA_FITS),
  });
