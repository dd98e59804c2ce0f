import type { LivenessAction } from '@facet/engine';
import { livenessFrames, type LivenessFrame } from '../data/datasets.js';

/** The stills of a take, in their order, and the movements that they show. */
export interface Take {
  readonly person: string;
  readonly files: readonly string[];
  readonly actions: readonly LivenessAction[];
}

const PATHS: Partial<Record<LivenessAction, readonly string[]>> = {
  turn_left: ['yaw=-15,pitch=0', 'yaw=-30,pitch=0', 'yaw=-45,pitch=0'],
  turn_right: ['yaw=15,pitch=0', 'yaw=30,pitch=0', 'yaw=45,pitch=0'],
  look_up: ['yaw=0,pitch=15', 'yaw=0,pitch=30', 'yaw=0,pitch=60'],
  look_down: ['yaw=0,pitch=-15', 'yaw=0,pitch=-30', 'yaw=0,pitch=-60'],
};
const FRONTAL = 'yaw=0,pitch=0';

const CHALLENGES: readonly (readonly LivenessAction[])[] = [
  ['turn_left', 'turn_right', 'turn_left'],
  ['turn_right', 'look_up', 'turn_left'],
  ['look_down', 'turn_left', 'turn_right'],
  ['turn_right', 'look_down', 'look_up'],
];

/** Pointing'04: stills of a head in steps of 15 degrees, to each side and back. */
export async function pointingTakes(folder: string): Promise<Take[]> {
  const frames = await livenessFrames(folder, 'pointing04');
  return [...new Set(frames.map(({ person }) => person))].flatMap((person) => {
    const own = frames.filter((frame) => frame.person === person);
    return CHALLENGES.map((actions) => ({ person, actions, files: stillsOf(own, actions) }));
  });
}

function stillsOf(own: readonly LivenessFrame[], actions: readonly LivenessAction[]): string[] {
  const labels = [FRONTAL];
  for (const action of actions) {
    const out = PATHS[action] ?? [];
    labels.push(...out, ...out.slice(0, -1).reverse(), FRONTAL);
  }
  return labels.flatMap((label) => own.find((frame) => frame.label === label)?.file ?? []);
}

const SHOWN: Readonly<Record<string, LivenessAction>> = {
  turn_image_right: 'turn_left',
  turn_image_left: 'turn_right',
  up: 'look_up',
  down: 'look_down',
};

/** Frames of phone videos in which people turn their heads, 0.7 s apart; the movements as labelled by eye. */
export async function phoneTakes(folder: string, kind: 'live' | 'replay_attack'): Promise<Take[]> {
  const frames = (await livenessFrames(folder, 'trainingdata_headturn')).filter(({ label }) =>
    label.startsWith(kind),
  );
  return [...new Set(frames.map(({ person }) => person))].map((person) => {
    const own = frames.filter((frame) => frame.person === person).sort((a, b) => (a.file < b.file ? -1 : 1));
    const actions = own.flatMap(({ label }) => SHOWN[label.split(':')[1] ?? ''] ?? []);
    const changes = actions.filter((action, n) => action !== actions[n - 1]);
    return { person, files: own.map(({ file }) => file), actions: changes };
  });
}
