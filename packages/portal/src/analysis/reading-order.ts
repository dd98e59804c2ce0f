import type { OkResponse } from '@facet/client/responses';
import { boxHeight, type Box } from './box.js';
import { readDetection, type Detection } from './face.js';

/** The faces of a photo, numbered as one reads a page: the service gives the most prominent first. */
export const readPhoto = (response: OkResponse): Detection => inReadingOrder(readDetection(response));

export function inReadingOrder({ faces, imageSize }: Detection): Detection {
  const order = readingOrder(faces.map(({ box }) => box));
  const numbered = order.flatMap((from, id) => {
    const face = faces[from];
    return face === undefined ? [] : [{ ...face, id, jsonName: `face_id_${face.id}` }];
  });
  return { faces: numbered, imageSize, prominent: Math.max(0, order.indexOf(0)) };
}

/** Faces whose centres differ by less than this part of their height stand in one row. */
const SAME_ROW = 0.6;

/** The positions of the boxes, by rows from the top and from the left in each row. */
export function readingOrder(boxes: readonly Box[]): number[] {
  const placed = boxes.map((box, at) => ({
    at,
    left: box[0],
    middle: (box[1] + box[3]) / 2,
    height: boxHeight(box),
  }));
  const rows: (typeof placed)[] = [];
  for (const face of placed.toSorted((a, b) => a.middle - b.middle)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row !== undefined && first !== undefined && face.middle - first.middle < SAME_ROW * first.height)
      row.push(face);
    else rows.push([face]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.left - b.left).map(({ at }) => at));
}
