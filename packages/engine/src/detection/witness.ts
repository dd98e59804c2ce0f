import { overlap, type Box } from '../geometry/box.js';
import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import type { Net } from '../runtime/net.js';

const SIDE = 512;
const MIN_SCORE = 0.1;
const MAX_SCORE = 0.98;
const SAME_FACE = 0.35;

const logit = (p: number): number => Math.log(p / (1 - p));

/** The range of what the witness can say of a box. */
export const WITNESS_SILENT = logit(MIN_SCORE);
export const WITNESS_CERTAIN = logit(MAX_SCORE);

/** A second detector of another make. It finds no faces of its own; it is asked about those of the first. */
export type Witness = (box: Box) => number;

/** Lets the witness see the image; the answer for a box is the logit of its best-scored overlapping box. */
export async function askWitness(net: Net, image: Pyramid): Promise<Witness> {
  const scale = Math.max(image.base.width, image.base.height) / SIDE;
  const input = warp(image, { a: scale, b: 0, tx: 0, ty: 0 }, { width: SIDE, height: SIDE }, 0);
  const outputs = await net.run(input, [1, 3, SIDE, SIDE]);
  const scores = outputs.values('scores');
  const boxes = outputs.values('boxes');
  const side = scale * SIDE;
  const at = (i: number): number => (boxes[i] ?? 0) * side;
  const seen: { readonly box: Box; readonly logit: number }[] = [];
  scores.forEach((score, i) => {
    if (score <= MIN_SCORE) return;
    const box = { x1: at(i * 4), y1: at(i * 4 + 1), x2: at(i * 4 + 2), y2: at(i * 4 + 3) };
    seen.push({ box, logit: logit(Math.min(score, MAX_SCORE)) });
  });
  return (box) => {
    let best = WITNESS_SILENT;
    for (const other of seen) {
      if (other.logit > best && overlap(other.box, box) > SAME_FACE) best = other.logit;
    }
    return best;
  };
}
