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
  const [thumbnail = null] =
    keepPicture && isFilePhoto(photo) ? await makeThumbnails(photo.source.bytes, [box], image) : [];
  return {
    vector,
    ...(model !== null && { model }),
    addedAt: new Date().toISOString(),
    ...(thumbnail !== null && { thumbnail }),
  };
}

const SIDE = 72;
const QUALITY = 0.75;

/** Small pictures of faces as data: addresses; null where the browser cannot make one. */
export async function makeThumbnails(
  photo: Blob,
  boxes: readonly Box[],
  image: Size,
): Promise<(string | null)[]> {
  const bitmap = await createImageBitmap(photo).catch(() => null);
  if (bitmap === null) return boxes.map(() => null);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  const thumbnails = boxes.map((box) => {
    const { x, y, side } = portraitCrop(box, image);
    context?.drawImage(bitmap, x, y, side, side, 0, 0, SIDE, SIDE);
    return context === null ? null : canvas.toDataURL('image/jpeg', QUALITY);
  });
  bitmap.close();
  return thumbnails;
}
