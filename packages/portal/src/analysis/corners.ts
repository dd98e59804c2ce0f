import { boxHeight, boxWidth, type Box } from '../playground/faces/box.js';

/** Share of the shorter side that each arm of a corner takes. */
const ARM = 0.22;

/** The four corners of a box as an SVG path: they mark a face and leave it to be seen. */
export function cornersPath(box: Box): string {
  const [x1, y1, x2, y2] = box;
  const arm = Math.round(Math.min(boxWidth(box), boxHeight(box)) * ARM * 10) / 10;
  return [
    `M${x1} ${y1 + arm}V${y1}H${x1 + arm}`,
    `M${x2 - arm} ${y1}H${x2}V${y1 + arm}`,
    `M${x2} ${y2 - arm}V${y2}H${x2 - arm}`,
    `M${x1 + arm} ${y2}H${x1}V${y2 - arm}`,
  ].join('');
}
