import type { AttributedFace, Box, Point } from '@facet/engine';
import { CHARACTER_WIDTH, drawnPoint, drawnSize, pathThrough, px, text, type Frame } from './picture.js';

/** What a drawing shows of a face. */
export type DrawnFace = Pick<
  AttributedFace,
  'box' | 'landmarks' | 'ageRange' | 'gender' | 'genderConfidence'
>;

const INK = '#0b1220';
const CHIP = { nameSize: 19, size: 16, padding: 13, height: 60, gap: 10, radius: 12 };

const corners = (frame: Frame, { x1, y1, x2, y2 }: Box): { from: Point; to: Point } => ({
  from: drawnPoint(frame, { x: x1, y: y1 }),
  to: drawnPoint(frame, { x: x2, y: y2 }),
});

/** A thin rectangle with a dark rim, so that it shows on light and dark ground alike. */
export function drawBox(frame: Frame, box: Box): string {
  const { from, to } = corners(frame, box);
  const rectangle = (stroke: string, width: number): string =>
    `<rect x="${px(from.x)}" y="${px(from.y)}" width="${px(to.x - from.x)}" height="${px(to.y - from.y)}"` +
    ` rx="10" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
  return rectangle(`${INK}66`, 4.5) + rectangle('#ffffff', 2);
}

/** The 68 points, joined to jaw, brows, nose, eyes and lips. */
export function drawLandmarks(frame: Frame, landmarks: readonly Point[]): string {
  const points = landmarks.map((point) => drawnPoint(frame, point));
  return LANDMARK_GROUPS.map(({ from, to, closed, colour }) => {
    const own = points.slice(from, to + 1);
    const line = pathThrough(own, closed);
    const stroke = (paint: string, width: number): string =>
      `<path d="${line}" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;
    const dots = own.map(({ x, y }) => `<circle cx="${px(x)}" cy="${px(y)}" r="2.3"/>`).join('');
    return `${stroke(`${INK}59`, 3.4)}${stroke(colour, 1.3)}<g fill="${colour}" stroke="${INK}" stroke-opacity="0.55" stroke-width="0.7">${dots}</g>`;
  }).join('');
}

/** A rounded chip above the box, within the picture: the face's key, then what was found of it. */
export function drawLabel(frame: Frame, name: string, face: DrawnFace): string {
  const { from, to } = corners(frame, face.box);
  const found = `${face.ageRange} · ${face.gender} ${face.genderConfidence.toFixed(2)}`;
  const width =
    2 * CHIP.padding + CHARACTER_WIDTH * Math.max(CHIP.size * found.length, CHIP.nameSize * name.length);
  const inside = drawnSize(frame);
  const left = within((from.x + to.x - width) / 2, inside.width - width);
  const top = within(from.y - CHIP.gap - CHIP.height, inside.height - CHIP.height);
  const x = left + CHIP.padding;
  return (
    `<rect x="${px(left)}" y="${px(top)}" width="${px(width)}" height="${CHIP.height}" rx="${CHIP.radius}"` +
    ` fill="${INK}" fill-opacity="0.82" stroke="#ffffff" stroke-opacity="0.25"/>` +
    text({ x, y: top + 25 }, name, { size: CHIP.nameSize, colour: '#ffffff', bold: true }) +
    text({ x, y: top + 47 }, found, { size: CHIP.size, colour: '#cfe8ff' })
  );
}

const within = (value: number, end: number): number => Math.max(0, Math.min(value, end));

/** Which of the 68 points make one line, in drawing order. */
export interface LandmarkGroup {
  readonly from: number;
  readonly to: number;
  readonly closed: boolean;
  readonly colour: string;
}

const SKIN = '#ffffff';
const BROW = '#ffe08a';
const NOSE = '#b9f6ca';
const EYE = '#80e5ff';
const LIP = '#ff9fc0';

const LANDMARK_GROUPS: readonly LandmarkGroup[] = [
  { from: 0, to: 16, closed: false, colour: SKIN },
  { from: 17, to: 21, closed: false, colour: BROW },
  { from: 22, to: 26, closed: false, colour: BROW },
  { from: 27, to: 30, closed: false, colour: NOSE },
  { from: 31, to: 35, closed: false, colour: NOSE },
  { from: 36, to: 41, closed: true, colour: EYE },
  { from: 42, to: 47, closed: true, colour: EYE },
  { from: 48, to: 59, closed: true, colour: LIP },
  { from: 60, to: 67, closed: true, colour: LIP },
];
