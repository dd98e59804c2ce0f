import { readFile } from 'node:fs/promises';
import { DEFAULT_DECODE_LIMITS, MAX_EXTRA_FITS, type Box, type Point } from '@facet/engine';
import {
  decodePhoto,
  ExtraFits,
  findFaces,
  pyramidOf,
  scaleBox,
  startStageTimer,
} from '@facet/engine/internals';
import type { FoundFace, Models, Pyramid } from '@facet/engine/internals';

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
