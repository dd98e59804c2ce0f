import { CHARACTER_WIDTH, px, svg, text } from '@facet/cli/draw';
import { MATCH_THRESHOLD, MAX_DISTANCE, type Box, type Point } from '@facet/engine';
import sharp, { type OverlayOptions } from 'sharp';

/** A face of a photo. */
export interface Portrait {
  readonly photo: Buffer;
  readonly box: Box;
}

export interface Compared extends Portrait {
  /** Of its vector from that of the reference. */
  readonly distance: number;
}

const CANVAS = { width: 1200, height: 380, colour: '#0f172a' };
const AXIS = { left: 330, right: 1130, y: 290 };
const SIDE = 148;
const REFERENCE = { centre: { x: 140, y: 160 }, side: 190 };
const PORTRAIT_Y = 130;
const ROOM_AROUND_FACE = 1.25;
const MATCH = '#5eead4';
const NO_MATCH = '#fda4af';
const QUIET = '#94a3b8';
const CLEAR = '#f8fafc';

const onAxis = (distance: number): number => AXIS.left + ((AXIS.right - AXIS.left) * distance) / MAX_DISTANCE;

const verdictColour = (distance: number): string => (distance < MATCH_THRESHOLD ? MATCH : NO_MATCH);

/** Faces on a line of distances from one reference face, with the threshold between same and different. */
export async function drawMatch(reference: Portrait, others: readonly Compared[]): Promise<Buffer> {
  const placed = [
    await place(reference, REFERENCE.centre, REFERENCE.side),
    ...(await Promise.all(
      others.map((other) => place(other, { x: onAxis(other.distance), y: PORTRAIT_Y }, SIDE)),
    )),
  ];
  const drawing = svg(CANVAS.width, CANVAS.height, [
    ring(REFERENCE.centre, REFERENCE.side, CLEAR),
    text({ x: REFERENCE.centre.x, y: 302 }, 'distance from', { size: 17, colour: QUIET, anchor: 'middle' }),
    text({ x: REFERENCE.centre.x, y: 326 }, 'this face', { size: 17, colour: QUIET, anchor: 'middle' }),
    axis(),
    ...others.map(({ distance }) => marker(distance)),
  ]);
  return sharp({
    create: { width: CANVAS.width, height: CANVAS.height, channels: 3, background: CANVAS.colour },
  })
    .composite([...placed, { input: drawing }])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer();
}

/** The face in a circle around `centre`. */
async function place({ photo, box }: Portrait, centre: Point, side: number): Promise<OverlayOptions> {
  const cut = Math.round(ROOM_AROUND_FACE * Math.max(box.x2 - box.x1, box.y2 - box.y1));
  const mask = svg(side, side, [`<circle cx="${side / 2}" cy="${side / 2}" r="${side / 2}"/>`]);
  const input = await sharp(photo, { autoOrient: true })
    .extract({
      left: Math.max(0, Math.round((box.x1 + box.x2 - cut) / 2)),
      top: Math.max(0, Math.round((box.y1 + box.y2 - cut) / 2)),
      width: cut,
      height: cut,
    })
    .resize(side, side)
    .composite([{ input: mask, blend: 'dest-in' }])
    .png()
    .toBuffer();
  return { input, left: Math.round(centre.x - side / 2), top: Math.round(centre.y - side / 2) };
}

const ring = ({ x, y }: Point, side: number, colour: string): string =>
  `<circle cx="${px(x)}" cy="${px(y)}" r="${px(side / 2)}" fill="none" stroke="${colour}" stroke-width="3"/>`;

function axis(): string {
  const bar = (from: number, to: number, colour: string): string =>
    `<rect x="${px(onAxis(from))}" y="${AXIS.y - 4}" width="${px(onAxis(to) - onAxis(from))}" height="8" rx="4" fill="${colour}" fill-opacity="0.45"/>`;
  const ticks = [0, MATCH_THRESHOLD, MAX_DISTANCE].map((value) =>
    text({ x: onAxis(value), y: AXIS.y + 38 }, String(value), {
      size: 18,
      colour: CLEAR,
      bold: value === MATCH_THRESHOLD,
      anchor: 'middle',
    }),
  );
  const threshold = onAxis(MATCH_THRESHOLD);
  return (
    bar(0, MATCH_THRESHOLD, MATCH) +
    bar(MATCH_THRESHOLD, MAX_DISTANCE, NO_MATCH) +
    `<path d="M${px(threshold)} ${AXIS.y - 34}V${AXIS.y + 18}" stroke="${CLEAR}" stroke-width="1.5"/>` +
    ticks.join('')
  );
}

function marker(distance: number): string {
  const x = onAxis(distance);
  const colour = verdictColour(distance);
  const label = `${distance.toFixed(3)} ${distance < MATCH_THRESHOLD ? 'match' : 'not a match'}`;
  const size = 16;
  const width = size * CHARACTER_WIDTH * label.length + 24;
  const top = PORTRAIT_Y + SIDE / 2 + 12;
  return (
    ring({ x, y: PORTRAIT_Y }, SIDE, colour) +
    `<rect x="${px(x - width / 2)}" y="${px(top)}" width="${px(width)}" height="30" rx="15" fill="${colour}"/>` +
    text({ x, y: top + 21 }, label, { size, colour: CANVAS.colour, bold: true, anchor: 'middle' }) +
    `<path d="M${px(x)} ${px(top + 30)}V${AXIS.y}" stroke="${colour}" stroke-width="1.5"/>` +
    `<circle cx="${px(x)}" cy="${AXIS.y}" r="9" fill="${colour}" stroke="${CANVAS.colour}" stroke-width="3"/>`
  );
}
