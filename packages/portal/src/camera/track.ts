import { boxHeight, boxWidth, centreDistance, type Box, type Point } from '../analysis/box.js';
import type { Face, Detection } from '../analysis/face.js';

type Points = Readonly<Record<string, Point>>;

interface Shape {
  readonly box: Box;
  readonly landmarks: Points;
}

/** A face followed from response to response, so that it moves smoothly and its numbers do not flicker. */
export interface Track {
  readonly id: number;
  /** The latest response, its age averaged over the last ones. */
  readonly face: Face;
  readonly from: Shape;
  readonly since: number;
  /** When the face was last found. */
  readonly seenAt: number;
  /** Who it is, and when that was last found out; null: nobody who is enrolled. */
  readonly named: { readonly name: string; readonly at: number } | null;
}

/** How long a face takes to move to where the next response has it. */
const GLIDE_MS = 160;
/** How long a face that is no longer found stays, fading. */
export const FADE_MS = 350;
/** A face whose centre moved by less than this part of its size is the same one. */
const SAME_FACE = 0.75;
const NEW_AGE_WEIGHT = 0.25;
/** How long a face keeps its name when a blurred frame does not show who it is. */
const KEEP_NAME_MS = 1000;

const NO_NAMES: ReadonlyMap<number, string> = new Map();

/** Matches the faces of a response with those of the response before. `names`: who they are, by their number in it. */
export function follow(
  before: readonly Track[],
  { faces }: Detection,
  now: number,
  names = NO_NAMES,
): Track[] {
  const free = [...before];
  let next = before.reduce((most, { id }) => Math.max(most, id), -1) + 1;
  const found = faces.map((face) => {
    const at = nearest(free, face);
    const known = at === -1 ? undefined : free.splice(at, 1)[0];
    const shape = known === undefined ? face : shapeAt(known, now);
    const id = known?.id ?? next++;
    const name = names.get(face.id);
    const earlier = known?.named ?? null;
    return {
      id,
      face: { ...withAge(face, known?.face), id },
      from: { box: shape.box, landmarks: shape.landmarks },
      since: now,
      seenAt: now,
      named:
        name !== undefined
          ? { name, at: now }
          : earlier !== null && now - earlier.at < KEEP_NAME_MS
            ? earlier
            : null,
    };
  });
  const fading = free.filter(({ seenAt }) => now - seenAt < FADE_MS);
  return [...found, ...fading].sort((a, b) => a.id - b.id);
}

function withAge(face: Face, before: Face | undefined): Face {
  if (face.details === null || before?.details == null) return face;
  const ageYears =
    before.details.ageYears + (face.details.ageYears - before.details.ageYears) * NEW_AGE_WEIGHT;
  return { ...face, details: { ...face.details, ageYears } };
}

function nearest(tracks: readonly Track[], { box }: Face): number {
  const apart = tracks.map(
    (track) => centreDistance(track.face.box, box) / Math.max(boxWidth(box), boxHeight(box)),
  );
  const least = Math.min(...apart);
  return least < SAME_FACE ? apart.indexOf(least) : -1;
}

/** Where a face is drawn at a moment: on its way from where it was drawn before. */
export function shapeAt({ face, from, since }: Track, now: number): Shape {
  const part = Math.min(1, Math.max(0, (now - since) / GLIDE_MS));
  const eased = 1 - (1 - part) ** 3;
  const between = (a: number, b: number): number => a + (b - a) * eased;
  const landmarks = Object.entries(face.landmarks).map(([key, to]) => {
    const start = from.landmarks[key] ?? to;
    return [key, { x: between(start.x, to.x), y: between(start.y, to.y) }] as const;
  });
  const [x1, y1, x2, y2] = face.box;
  const [fx1, fy1, fx2, fy2] = from.box;
  return {
    box: [between(fx1, x1), between(fy1, y1), between(fx2, x2), between(fy2, y2)],
    landmarks: Object.fromEntries(landmarks),
  };
}

/** 1 while the face is found, then less. `respondedAt`: when the latest response came. */
export const opacityAt = ({ seenAt }: Track, respondedAt: number, now: number): number =>
  seenAt === respondedAt ? 1 : Math.max(0, 1 - (now - respondedAt) / FADE_MS);
