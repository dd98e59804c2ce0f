import type { Box } from '@facet/client';
import sharp from 'sharp';

/** Room around the face, in parts of its size: enough for the engine to find it again. */
const MARGIN = 0.5;
const LONGEST_SIDE = 512;

/** The face with some room around it, as JPEG. */
export async function cutFace(photo: string, box: Box, out: string): Promise<void> {
  const upright = sharp(photo, { autoOrient: true });
  const { autoOrient: size } = await upright.metadata();
  const [x1, y1, x2, y2] = box;
  const room = MARGIN * Math.max(x2 - x1, y2 - y1);
  const left = Math.max(0, Math.floor(x1 - room));
  const top = Math.max(0, Math.floor(y1 - room));
  const width = Math.max(1, Math.min(size.width, Math.ceil(x2 + room)) - left);
  const height = Math.max(1, Math.min(size.height, Math.ceil(y2 + room)) - top);
  await upright
    .extract({ left, top, width, height })
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toFile(out);
}
