import { area, centre, type Box, type Size } from './box.js';

/** How fast prominence falls from the image's centre (docs/decisions: area × exp(−8·d²)). */
const CENTRE_PULL = 8;

/** How much a face stands out: its area, reduced with the distance of its centre from the image's centre. */
export function prominence(box: Box, image: Size): number {
  const c = centre(box);
  const dx = c.x / image.width - 0.5;
  const dy = c.y / image.height - 0.5;
  return area(box) * Math.exp(-CENTRE_PULL * (dx * dx + dy * dy));
}
