import { portraitCrop, type Box, type Size } from '../faces/box.js';

const SIDE = 72;
const QUALITY = 0.75;

/** A small picture of a face as a data: address; null where the browser cannot make one. */
export async function makeThumbnail(photo: Blob, box: Box, image: Size): Promise<string | null> {
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
