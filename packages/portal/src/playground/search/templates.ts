import type { Vector } from '../api/read-answers.js';
import type { Box, Size } from '../faces/box.js';
import type { Photo } from '../photo/photo.js';
import { isFilePhoto } from '../photo/photo.js';
import type { Template } from './gallery.js';
import { makeThumbnail } from './thumbnail.js';

/** A face with its vector, ready to be enrolled. */
export interface EnrolledFace {
  readonly photo: Photo;
  readonly box: Box;
  readonly image: Size;
  readonly vector: Vector;
  /** The model that made the vector, as the answer named it. */
  readonly model: string | null;
}

/** What is kept of a face; its picture only where that is wanted. */
export async function templateOf(face: EnrolledFace, keepPicture: boolean): Promise<Template> {
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
