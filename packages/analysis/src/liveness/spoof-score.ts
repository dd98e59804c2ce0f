import { centre, height, width, type Box, type Size } from '../geometry/box.js';
import type { Pyramid } from '../image/pyramid.js';
import type { Model } from '../model.js';

const SIDE = 80;
/** The model sees the face with this much around it: the edge of a sheet or a screen tells more than the skin. */
const MARGIN = 2.7;
const LIVE_CLASS = 1;

/** How much a face looks like a picture of one, 0 (live) to 1, in a single frame (MiniFASNetV2). `box` is in analysed pixels. */
export async function spoofScore(model: Model, image: Pyramid, box: Box): Promise<number> {
  const crop = stretchedCrop(image, regionAround(box, image.base));
  const outputs = await model.run(crop, [1, 3, SIDE, SIDE]);
  const logits = outputs.values('classes');
  const largest = Math.max(...logits);
  const weights = Array.from(logits, (logit) => Math.exp(logit - largest));
  return 1 - (weights[LIVE_CLASS] ?? 0) / weights.reduce((sum, weight) => sum + weight, 0);
}

/** As in training: the box with its margin, moved into the image, and smaller where the image is too small for it. */
export function regionAround(box: Box, image: Size): Box {
  const margin = Math.min(MARGIN, image.width / width(box), image.height / height(box));
  const middle = centre(box);
  const [w, h] = [margin * width(box), margin * height(box)];
  const x1 = Math.min(Math.max(0, middle.x - w / 2), image.width - w);
  const y1 = Math.min(Math.max(0, middle.y - h / 2), image.height - h);
  return { x1, y1, x2: x1 + w, y2: y1 + h };
}

/** The region as planes R, G, B of 0..255, stretched to a square: bilinear, from the level of the pyramid nearest in size. */
function stretchedCrop(image: Pyramid, region: Box): Float32Array {
  const { level, shrink } = image.levelFor(Math.min(width(region), height(region)) / SIDE);
  const pixels = image.scratch.pixels(level);
  const columns = samples(region.x1 / shrink, region.x2 / shrink, pixels.width);
  const rows = samples(region.y1 / shrink, region.y2 / shrink, pixels.height);
  const planes = new Float32Array(3 * SIDE * SIDE);
  const at = (x: number, y: number, colour: number): number =>
    pixels.data[(y * pixels.width + x) * 3 + colour] ?? 0;
  rows.forEach(({ first: y0, second: y1, share: down }, row) => {
    columns.forEach(({ first: x0, second: x1, share: right }, column) => {
      for (let colour = 0; colour < 3; colour++) {
        const top = at(x0, y0, colour) * (1 - right) + at(x1, y0, colour) * right;
        const bottom = at(x0, y1, colour) * (1 - right) + at(x1, y1, colour) * right;
        planes[(colour * SIDE + row) * SIDE + column] = top * (1 - down) + bottom * down;
      }
    });
  });
  return planes;
}

interface Sample {
  readonly first: number;
  readonly second: number;
  /** How much of the second pixel. */
  readonly share: number;
}

function samples(from: number, to: number, pixels: number): Sample[] {
  return Array.from({ length: SIDE }, (_, n) => {
    const place = Math.min(pixels - 1, Math.max(0, from + ((n + 0.5) * (to - from)) / SIDE - 0.5));
    const first = Math.floor(place);
    return { first, second: Math.min(pixels - 1, first + 1), share: place - first };
  });
}
