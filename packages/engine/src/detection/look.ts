import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import type { Net } from '../runtime/net.js';
import type { Candidate } from './candidate.js';
import { readMap } from './read-map.js';
import type { View } from './view.js';

/** Mid-grey is zero after the net's own normalisation, so nothing seems to be there. */
const EMPTY = 127.5;

/** Shows the detector one view of the image. */
export async function look(net: Net, image: Pyramid, view: View, minScore: number): Promise<Candidate[]> {
  const { input } = view;
  const outputs = await net.run(warp(image, view.toImage, input, EMPTY), [1, 3, input.height, input.width]);
  const [, , rows = 0, columns = 0] = outputs.shape('scores');
  const map = { rows, columns, scores: outputs.values('scores'), regressors: outputs.values('regressors') };
  return readMap(map, view, minScore);
}
