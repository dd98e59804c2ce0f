import type { LivenessAction } from '@facet/engine';
import { LIVENESS_ACTIONS } from '@facet/engine';
import type { Random } from '../common/random.js';
import { frameOfSheet, HELD_STRAIGHT, readSheet, type Hold } from './flat-photo.js';

/** How somebody would hold a photo to imitate a movement; `strength` 0 to 1. */
function holdFor(action: LivenessAction, strength: number, bend: number, aside: number): Hold {
  const angle = 60 * strength;
  const held = { ...HELD_STRAIGHT, bend: bend * 40, roll: aside * 15, right: aside * 0.05 };
  switch (action) {
    case 'turn_left':
      return { ...held, yaw: -angle };
    case 'turn_right':
      return { ...held, yaw: angle };
    case 'look_up':
      return { ...held, pitch: -angle };
    case 'look_down':
      return { ...held, pitch: angle };
    case 'come_closer':
      return { ...HELD_STRAIGHT, zoom: 1 + strength };
    case 'open_mouth':
      return { ...held, pitch: angle / 2, bend: 40 * bend };
    case 'smile':
      return { ...held, pitch: -angle / 2, bend: 40 * bend };
    case 'close_eyes':
      return { ...held, pitch: -angle * 0.75 };
  }
}

/** One photo with the frames of each movement: on the way out and at its end. */
export interface FlatPhoto {
  readonly straight: readonly Uint8Array[];
  readonly movements: ReadonlyMap<LivenessAction, readonly (readonly Uint8Array[])[]>;
}

/** Ways to imitate a movement, for each photo. */
const WAYS = 2;

export async function flatPhoto(file: string, random: Random): Promise<FlatPhoto> {
  const sheet = await readSheet(file);
  const movements = new Map<LivenessAction, Uint8Array[][]>();
  for (const action of LIVENESS_ACTIONS) {
    const ways: Uint8Array[][] = [];
    for (let way = 0; way < WAYS; way++) {
      const [most, bend, aside] = [0.4 + 0.6 * random.next(), 2 * random.next() - 0.6, 2 * random.next() - 1];
      const bent = Math.min(1, Math.max(-1, bend));
      ways.push([
        await frameOfSheet(sheet, holdFor(action, most / 2, bent, aside / 2)),
        await frameOfSheet(sheet, holdFor(action, most, bent, aside)),
      ]);
    }
    movements.set(action, ways);
  }
  const moved = (right: number): Hold => ({ ...HELD_STRAIGHT, right, bend: 20 * right });
  return {
    straight: [await frameOfSheet(sheet, HELD_STRAIGHT), await frameOfSheet(sheet, moved(0.04))],
    movements,
  };
}

/** The frames of a take in which the photo imitates the actions one after the other. */
export function flatTake(
  { straight, movements }: FlatPhoto,
  actions: readonly LivenessAction[],
  random: Random,
): Uint8Array[] {
  const frames = straight.slice(0, 1);
  for (const [n, action] of actions.entries()) {
    const ways = movements.get(action) ?? [];
    const [half, full] = ways[Math.floor(random.next() * ways.length)] ?? [];
    const back = straight[(n + 1) % straight.length];
    frames.push(...[half, full, half, back].filter((frame) => frame !== undefined));
  }
  return frames;
}
