import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import type { Net } from '../runtime/net.js';
import type { Candidate } from './candidate.js';
import { mergeCandidates } from './merge-candidates.js';
import { readMap, STRIDES } from './read-map.js';
import type { View } from './view.js';

/** In training, the area around the photo was black. */
const OUTSIDE = 0;

/** About ten cells respond to a face. A crafted picture can make every cell respond, and comparing them all would take seconds. */
export const MAX_CELLS = 2000;

/** Runs the detector on one view of the image: one candidate per face, the most confident first. */
export async function detect(net: Net, image: Pyramid, view: View, minScore: number): Promise<Candidate[]> {
  const { input } = view;
  const outputs = await net.run(warp(image, view.toImage, input, OUTSIDE), [1, 3, input.height, input.width]);
  const cells = STRIDES.flatMap((stride) => {
    const name = `stride_${stride}`;
    const [, , rows = 0, columns = 0] = outputs.shape(name);
    return readMap({ stride, rows, columns, values: outputs.values(name) }, view, minScore);
  });
  return mergeCandidates(bestOf(cells));
}

const bestOf = (cells: Candidate[]): Candidate[] =>
  cells.length <= MAX_CELLS ? cells : cells.sort((a, b) => b.score - a.score).slice(0, MAX_CELLS);
