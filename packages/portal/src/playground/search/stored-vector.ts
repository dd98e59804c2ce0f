import type { Vector } from '../../analysis/face.js';
import { portraitCrop, type Box, type Size } from '../../analysis/box.js';
import { isFilePhoto, type Photo } from '../photo/photo.js';
import type { StoredVector } from './gallery.js';

/** A face with its vector, ready to be enrolled. */
export interface EnrolledFace {
  readonly photo: Photo;
  readonly box: Box;
  readonly image: Size;
  readonly vector: Vector;
  /** The model that made the vector, as the response named it. */
  readonly model: string | null;
}

/** What is kept of a face; its picture only where that is wanted. */
export async function storedVectorOf(face: EnrolledFace, keepPicture: boolean): Promise<StoredVector> {
  const { photo, box, image, vector, model } = face;
  const thumbnail =
    keepPicture && isFilePhoto(photo) ? await makeThumbnail(photo.source.bytes, box, image) : null;
  return {
    vector,
    ...(model !== null && { model }),
    addedAt: new Date().toISOString(),
    ...(thumbnail !== null && { thumbnail }),
  };
}

const SIDE = 72;
const QUALITY = 0.75;

/** A small picture of a face as a data: address; null where the browser cannot make one. */
async function makeThumbnail(photo: Blob, box: Box, image: Size): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(photo);
    const canvas = document.createElement('canvas');
    canvas.width = SIDE;
    canvas.height = SIDE;
    const { x, y, side } = portraitCrop(box, image);
    canvas.getContext('2d')?.drawImage(bitmap, x, y, side, side, 0, 0, SIDE, SIDE);
    bitmap.close();
    return canvas.toDataURL('image/jpeg', QUALITY);
  } catch {
    return null;
  }
}
