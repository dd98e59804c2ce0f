import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LivenessAction } from '@facet/engine';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(
  resolve(process.env['FACET_EVAL_DIR'] ?? join(ROOT, '../shared/eval')),
  'liveness/pointing04',
);

/** Whether there is footage of real heads. It may not be part of the repository (docs/appendix/accuracy.md). */
export const hasFootage = existsSync(join(FOLDER, 'index.csv'));
if (!hasFootage)
  console.warn(
    `NOT TESTED: genuine liveness takes. There is no footage in ${FOLDER}; FACET_EVAL_DIR names another folder of evaluation data.`,
  );

/** Poses on the way to the end of each movement, as Pointing'04 labels its stills. */
const WAYS = {
  turn_left: ['yaw=-15,pitch=0', 'yaw=-30,pitch=0'],
  turn_right: ['yaw=15,pitch=0', 'yaw=30,pitch=0'],
  look_up: ['yaw=0,pitch=15', 'yaw=0,pitch=30'],
  look_down: ['yaw=0,pitch=-15', 'yaw=0,pitch=-30'],
} as const satisfies Partial<Record<LivenessAction, readonly string[]>>;

export type RealAction = keyof typeof WAYS;
export const REAL_ACTIONS = Object.keys(WAYS) as RealAction[];

/** JPEG stills of one person: looking at the camera, and on the way to the end of each movement. */
export interface Footage {
  readonly straight: Buffer;
  readonly movements: Readonly<Record<RealAction, readonly Buffer[]>>;
}

export async function readFootage(person = 'p01_series1'): Promise<Footage> {
  const lines = (await readFile(join(FOLDER, 'index.csv'), 'utf8')).trim().split(/\r?\n/);
  const still = async (pose: string): Promise<Buffer> => {
    const line = lines.find((each) => each.includes(`,${person},`) && each.includes(`"${pose}"`));
    const [file] = line?.split(',') ?? [];
    if (file === undefined) throw new Error(`Pointing'04 has no still of ${person} at ${pose}.`);
    return readFile(join(FOLDER, file));
  };
  const way = (action: RealAction): Promise<Buffer[]> => Promise.all(WAYS[action].map(still));
  return {
    straight: await still('yaw=0,pitch=0'),
    movements: {
      turn_left: await way('turn_left'),
      turn_right: await way('turn_right'),
      look_up: await way('look_up'),
      look_down: await way('look_down'),
    },
  };
}

/** The frames of a take in which the person makes the movements one after the other. */
export function realTake({ straight, movements }: Footage, actions: readonly RealAction[]): Buffer[] {
  return [
    straight,
    ...actions.flatMap((action) => {
      const way = movements[action];
      return [...way, ...way.slice(0, -1).reverse(), straight];
    }),
  ];
}
