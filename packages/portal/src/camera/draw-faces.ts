import { ageText, expressionText } from '../analysis/face-text.js';
import { cornersPath } from '../analysis/face-overlay.js';
import type { Box, Size } from '../analysis/box.js';
import { LANDMARK_LINES, landmarkPath } from '../analysis/landmarks.js';
import { opacityAt, shapeAt, type Track } from './track.js';

export interface Drawing {
  readonly tracks: readonly Track[];
  readonly respondedAt: number;
  /** The size of the frames that the coordinates refer to. */
  readonly frame: Size;
  /** As people see themselves in a mirror. */
  readonly mirrored: boolean;
  /** The face whose card is pointed at. */
  readonly highlighted: number | null;
}

const LIGHT = '#62e6cd';

/** Draws the faces over the moving picture. The canvas has the size of the picture on the screen. */
export function drawFaces(canvas: HTMLCanvasElement, drawing: Drawing, now: number): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const ratio = devicePixelRatio;
  const shown = { width: canvas.clientWidth, height: canvas.clientHeight };
  if (canvas.width !== Math.round(shown.width * ratio)) canvas.width = Math.round(shown.width * ratio);
  if (canvas.height !== Math.round(shown.height * ratio)) canvas.height = Math.round(shown.height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, shown.width, shown.height);
  for (const track of drawing.tracks) {
    context.globalAlpha = opacityAt(track, drawing.respondedAt, now);
    drawFace(context, track, drawing, shown, now);
  }
}

function drawFace(
  context: CanvasRenderingContext2D,
  track: Track,
  { frame, mirrored, highlighted }: Drawing,
  shown: Size,
  now: number,
): void {
  const scale = shown.width / frame.width;
  const x = (value: number): number => (mirrored ? frame.width - value : value) * scale;
  const { box, landmarks } = shapeAt(track, now);
  const left = Math.min(x(box[0]), x(box[2]));
  const right = Math.max(x(box[0]), x(box[2]));
  const placed: Box = [left, box[1] * scale, right, box[3] * scale];
  const points = Object.fromEntries(
    Object.entries(landmarks).map(([key, point]) => [key, { x: x(point.x), y: point.y * scale }]),
  );
  const bright = highlighted === track.id;

  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = LIGHT;
  context.lineWidth = 1;
  for (const line of LANDMARK_LINES) context.stroke(new Path2D(landmarkPath(line, points)));
  context.fillStyle = '#f2fffc';
  const radius = Math.min(2.4, Math.max(0.9, (right - left) * 0.009));
  for (const point of Object.values(points)) {
    context.beginPath();
    context.arc(point.x, point.y, radius, 0, 2 * Math.PI);
    context.fill();
  }
  const corners = new Path2D(cornersPath(placed));
  context.strokeStyle = 'rgb(0 0 0 / 45%)';
  context.lineWidth = bright ? 7 : 5.5;
  context.stroke(corners);
  context.strokeStyle = bright ? LIGHT : '#fff';
  context.lineWidth = bright ? 4 : 2.75;
  context.stroke(corners);
  drawLabel(context, track, placed, shown);
}

const LABEL_HEIGHT = 28;
const LABEL_GAP = 8;

function drawLabel(context: CanvasRenderingContext2D, { face, named }: Track, box: Box, shown: Size): void {
  const expression = face.details === null ? '' : ` · ${expressionText(face.details.expression)}`;
  const name = named === null ? '' : `${named.name} · `;
  const text = `${name}${ageText(face)}${expression}`;
  context.font = '600 15px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  const width = context.measureText(text).width + 22;
  const middle = (box[0] + box[2]) / 2;
  const left = Math.max(2, Math.min(shown.width - width - 2, middle - width / 2));
  const above = box[1] - LABEL_GAP - LABEL_HEIGHT;
  // A face at the upper edge has its label below.
  const top = above >= 2 ? above : Math.min(shown.height - LABEL_HEIGHT - 2, box[3] + LABEL_GAP);
  context.fillStyle = 'rgb(8 14 13 / 85%)';
  context.beginPath();
  context.roundRect(left, top, width, LABEL_HEIGHT, LABEL_HEIGHT / 2);
  context.fill();
  context.fillStyle = '#fff';
  context.fillText(text, left + width / 2, top + LABEL_HEIGHT / 2 + 1);
}
