import { LIVENESS_ACTIONS, openEngine, type Box, type LivenessAction } from '@facet/engine';
import { judgeFrames, type JudgedFrames } from '@facet/server/internals';
import { processFigures } from '@facet/test-support';
import sharp from 'sharp';
import { chosenParts } from './common/chosen-parts.js';
import { Random } from './common/random.js';
import { findEvalFolder, livenessFrames } from './data/datasets.js';
import { flatPhoto, flatTake } from './liveness/flat-takes.js';
import { phoneTakes, pointingTakes, type Take } from './liveness/heads.js';
import { bytesOfFile, openLocalEngine } from './liveness/local-engine.js';
import {
  asEllipsoid,
  disguised,
  framesOfTake,
  openHead,
  type Head,
  type ShownAction,
} from './liveness/warped-photo.js';
import { percent } from './common/statistics.js';
import { saveResults } from './common/save-results.js';

/** Measures the liveness check; `npm run bench:liveness -- flat` runs one part. */
const folder = findEvalFolder();
const engine = await openLocalEngine();
const { signal } = new AbortController();

const judge = (
  files: readonly Uint8Array[],
  actions: readonly LivenessAction[],
  gap = 500,
): Promise<JudgedFrames> =>
  judgeFrames(engine, { files, times: files.map((_, n) => n * gap), actions, longestMs: Infinity, signal });

const isTurn = ({ action }: { readonly action: LivenessAction }): boolean => action.startsWith('turn');

/** Genuine takes: which movements are recognised, and which takes pass the whole check. */
async function heads(takes: readonly Take[], gap = 500): Promise<object> {
  const results = [];
  for (const { files, actions } of takes)
    results.push(await judge(await Promise.all(files.map(bytesOfFile)), actions, gap));
  const steps = results.flatMap((result) => result.steps);
  const turns = steps.filter(isTurn);
  return {
    takes: takes.length,
    live: results.filter(({ reason }) => reason === null).length,
    reasons: countsOf(results),
    turns: turns.length,
    turnsRecognisedPercent: percent(turns.filter(({ done }) => done).length, turns.length),
    otherSteps: steps.length - turns.length,
    otherStepsRecognised: steps.filter((step) => !isTurn(step) && step.done).length,
  };
}

function countsOf(results: readonly JudgedFrames[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of results) if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** Mouths and eyes: a neutral frame, the movement, and the neutral frame again. */
async function expressions(): Promise<object> {
  const frames = (await livenessFrames(folder, 'fapa')).filter(({ label }) => label.startsWith('live'));
  const results: Record<string, { shown: number; recognised: number }> = {};
  for (const [label, action] of [
    ['open_mouth', 'open_mouth'],
    ['eyes_closed', 'close_eyes'],
  ] as const) {
    const counts = { shown: 0, recognised: 0 };
    for (const { file, person } of frames.filter((frame) => frame.label.includes(`:${label}:`))) {
      const neutral = frames.find(
        (frame) => frame.person === person && frame.label === `live:neutral:clip=${action}`,
      );
      if (neutral === undefined) continue;
      const files = await Promise.all([neutral.file, file].map(bytesOfFile));
      const { steps } = await judge(files, [action]);
      counts.shown += 1;
      if (steps[0]?.done === true) counts.recognised += 1;
    }
    results[action] = counts;
  }
  return results;
}

const FLAT_TAKES = 1000;
const PHOTOS = 40;

/** Photos of faces, held, tilted, bent, moved and zoomed as the challenge asks. */
async function flat(): Promise<object> {
  const random = new Random(1);
  const photos = await facePhotos();
  const results: JudgedFrames[] = [];
  for (const file of photos) {
    const photo = await flatPhoto(file, random);
    for (let n = 0; n < FLAT_TAKES / photos.length; n++) {
      const actions = challenge(random);
      results.push(await judge(flatTake(photo, actions, random), actions));
    }
  }
  const accepted = results.filter(({ reason }) => reason === null).length;
  return { photos: photos.length, takes: results.length, accepted, reasons: countsOf(results) };
}

/** As the service chooses them: with a turn, and no action twice in a row. */
function challenge(random: Random): LivenessAction[] {
  const steps: LivenessAction[] = [];
  const place = Math.floor(random.next() * 3);
  for (let n = 0; n < 3; n++) {
    const pool = LIVENESS_ACTIONS.filter(
      (action) => action !== steps[n - 1] && (n !== place || isTurn({ action })),
    );
    const chosen = pool[Math.floor(random.next() * pool.length)];
    if (chosen !== undefined) steps.push(chosen);
  }
  return steps;
}

const WARPED_PHOTOS = 20;
/** What a program makes the photo do: each with a turn, and how far, relative to `framesOfTake`. */
const WARPED_TAKES: readonly { readonly actions: readonly ShownAction[]; readonly strength: number }[] = [
  { actions: ['turn_left', 'look_up', 'turn_right'], strength: 1 },
  { actions: ['turn_right', 'come_closer', 'look_down'], strength: 1.2 },
  { actions: ['look_down', 'turn_left', 'come_closer'], strength: 0.9 },
];

type Warp = (head: Head, take: (typeof WARPED_TAKES)[number]) => Promise<Buffer[]>;

/** Over the depth of the photo's own mesh. */
const overMesh: Warp = (head, { actions, strength }) => framesOfTake(head, actions, strength);

/** Kinds that were written when the check was finished. */
const OTHER_WARPS: Readonly<Record<string, Warp>> = {
  ellipsoid: (head, { actions, strength }) => framesOfTake(asEllipsoid(head), actions, strength),
  noise: withDisguise({ light: 0, noise: 8 }),
  light: withDisguise({ light: 0.35, noise: 3 }),
};

function withDisguise(disguise: Parameters<typeof disguised>[2]): Warp {
  const random = new Random(3);
  return (head, { actions, strength }) =>
    framesOfTake(head, actions, strength, (frame, yaw) =>
      disguised(frame, yaw, disguise, () => random.next()),
    );
}

async function warpedOtherwise(): Promise<object> {
  const results: Record<string, object> = {};
  for (const [name, warp] of Object.entries(OTHER_WARPS)) results[name] = await warped(warp);
  return results;
}

/** One photo each of twenty people and scenes, moved by a program. */
async function warped(warp: Warp): Promise<object> {
  const photos = await photosToWarp();
  const results: JudgedFrames[] = [];
  for (const file of photos) {
    const bytes = await bytesOfFile(file);
    const { face } = await engine.measureFrame(bytes);
    if (face === null) throw new Error(`There is no face in ${file}.`);
    const upright = await sharp(bytes).rotate().png().toBuffer();
    const head = await openHead(upright, await partAround(upright, face.box));
    for (const take of WARPED_TAKES) results.push(await judge(await warp(head, take), take.actions));
  }
  return {
    photos: photos.length,
    takes: results.length,
    movementsSeen: results.filter(({ steps }) => steps.every(({ done }) => done)).length,
    accepted: results.filter(({ reason }) => reason === null).length,
    reasons: countsOf(results),
  };
}

/** As much of the photo as a camera would show around the face, in its format. */
async function partAround(
  photo: Buffer,
  { x1, y1, x2, y2 }: Box,
): Promise<{ left: number; top: number; width: number }> {
  const { width, height } = await sharp(photo).metadata();
  const shown = Math.min(height, (width * 3) / 4, (y2 - y1) * 2.4);
  const across = (shown * 4) / 3;
  const within = (value: number, most: number): number => Math.round(Math.max(0, Math.min(most, value)));
  return {
    left: within((x1 + x2 - across) / 2, width - across),
    top: within((y1 + y2 - shown) / 2, height - shown),
    width: Math.floor(across) - 1,
  };
}

/** The first photo of each person of four sets. */
async function photosToWarp(): Promise<string[]> {
  const sets = await Promise.all(
    (
      [
        ['pointing04', 'yaw=0,pitch=0', 3, 8],
        ['fapa', 'live:neutral', 99, 6],
        ['msu_mfsd', 'live', 99, 4],
        ['trainingdata_headturn', 'live:frontal', 99, 2],
      ] as const
    ).map(async ([set, label, letters, most]) => {
      const people = new Map<string, string>();
      for (const frame of await livenessFrames(folder, set)) {
        const person = frame.person.slice(0, letters);
        if (frame.label.startsWith(label) && !people.has(person)) people.set(person, frame.file);
      }
      return [...people.values()].slice(0, most);
    }),
  );
  return sets.flat().slice(0, WARPED_PHOTOS);
}

async function facePhotos(): Promise<string[]> {
  const [pointing, phone, fapa, msu] = await Promise.all([
    livenessFrames(folder, 'pointing04'),
    livenessFrames(folder, 'trainingdata_headturn'),
    livenessFrames(folder, 'fapa'),
    livenessFrames(folder, 'msu_mfsd'),
  ]);
  const frontal = [
    ...msu.filter(({ label }) => label === 'live'),
    ...pointing.filter(({ label }) => label === 'yaw=0,pitch=0'),
    ...fapa.filter(({ label }) => label.startsWith('live:neutral')).filter((_, n) => n % 2 === 0),
    ...phone.filter(({ label }) => label === 'live:frontal').filter((_, n) => n % 2 === 0),
  ];
  return frontal.map(({ file }) => file).slice(0, PHOTOS);
}

/** Genuine takes that were tampered with. */
async function tampered(): Promise<object> {
  const takes = await pointingTakes(folder);
  const random = new Random(2);
  const count = { spliced: 0, reordered: 0, reversed: 0, repeated: 0 };
  const accepted = { ...count };
  const add = async (
    kind: keyof typeof count,
    files: readonly Uint8Array[],
    actions: readonly LivenessAction[],
  ): Promise<void> => {
    count[kind] += 1;
    if ((await judge(files, actions)).reason === null) accepted[kind] += 1;
  };
  for (const [n, { files, actions, person }] of takes.entries()) {
    const own = await Promise.all(files.map(bytesOfFile));
    const stranger = takes
      .slice(n)
      .concat(takes)
      .find((take) => take.person.slice(0, 3) !== person.slice(0, 3) && take.actions === actions);
    const other = await Promise.all((stranger?.files ?? []).map(bytesOfFile));
    const cut = 1 + Math.floor(random.next() * (own.length - 2));
    await add('spliced', [...own.slice(0, cut), ...other.slice(cut)], actions);
    await add(
      'reordered',
      own
        .map((file) => ({ file, key: random.next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ file }) => file),
      actions,
    );
    if (actions.join() !== actions.toReversed().join()) await add('reversed', own.toReversed(), actions);
    await add(
      'repeated',
      own.flatMap((file, k) => (k % 3 === 0 ? [file, file] : [file])).slice(0, 24),
      actions,
    );
  }
  return { takes: count, accepted };
}

/** Replay-Attack: each video as it is, with no movement, and the single-frame score by kind. */
async function replay(): Promise<object> {
  const frames = await livenessFrames(folder, 'replay-attack-devel');
  const attacks = frames.filter(({ label }) => label === 'attack');
  let accepted = 0;
  const videos = new Set(attacks.map(({ video }) => video));
  const scores: { kind: string; spoof: number }[] = [];
  for (const video of videos) {
    const files = await Promise.all(
      attacks.filter((frame) => frame.video === video).map(({ file }) => bytesOfFile(file)),
    );
    const { reason } = await judge(files, ['turn_left', 'look_up', 'open_mouth']);
    if (reason === null) accepted += 1;
  }
  for (const { file, kind } of frames) {
    const bytes = await bytesOfFile(file);
    const { face } = await engine.measureFrame(bytes);
    if (face === null) continue;
    const { spoofScore = 0 } = await engine.describeFrameFace(bytes, {
      face,
      withVector: false,
      withSpoofScore: true,
    });
    scores.push({ kind, spoof: spoofScore });
  }
  const table = Object.fromEntries(
    [...new Set(scores.map(({ kind }) => kind))].map((kind) => {
      const own = scores.filter((score) => score.kind === kind);
      return [
        kind,
        [0.5, 0.62, 0.7].map((limit) => percent(own.filter(({ spoof }) => spoof > limit).length, own.length)),
      ];
    }),
  );
  return { videos: videos.size, accepted, percentAboveHalfAnd062And07: table };
}

const FRAMES = 24;
const REPEATS = 5;

/** The processor time of a check with 24 frames of 640×480 pixels, and of the vector of one of them. */
async function cost(): Promise<object> {
  const [take] = await pointingTakes(folder);
  if (take === undefined) throw new Error('There is no take.');
  const out = take.actions[0] ?? 'turn_left';
  const files = [...take.files, ...take.files.slice(1)].slice(0, FRAMES);
  const frames = await Promise.all(
    files.map((file, n) =>
      sharp(file)
        .resize({ width: 640, height: 480, fit: 'fill' })
        // No two frames of a camera are equal.
        .modulate({ brightness: 1 + n / 500 })
        .jpeg()
        .toBuffer(),
    ),
  );
  const measured = await openEngine({ workers: 1 });
  const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
    await work();
    const before = await processFigures(process.pid);
    for (let n = 0; n < REPEATS; n++) await work();
    return ((await processFigures(process.pid)).cpuSeconds - before.cpuSeconds) / REPEATS;
  };
  const times = frames.map((_, n) => n * 500);
  let reason: string | null = null;
  const check = await secondsOf(async () => {
    ({ reason } = await judgeFrames(measured, {
      files: frames,
      times,
      actions: [...take.actions, out],
      longestMs: Infinity,
      signal,
    }));
  });
  const vector = await secondsOf(() => measured.vector(frames[0] ?? Buffer.alloc(0)));
  return {
    frames: frames.length,
    reason,
    checkSeconds: check,
    vectorSeconds: vector,
    vectors: check / vector,
  };
}

const PARTS: Readonly<Record<string, () => Promise<object>>> = {
  stills: async () => heads(await pointingTakes(folder)),
  phones: async () => heads(await phoneTakes(folder, 'live'), 730),
  phoneReplays: async () => heads(await phoneTakes(folder, 'replay_attack'), 730),
  cost,
  expressions,
  tampered,
  flat,
  warped: () => warped(overMesh),
  warpedOtherwise,
  replay,
};

for (const [name, measure] of chosenParts(PARTS)) {
  const results = await measure();
  console.log(name, JSON.stringify(results, null, 2));
  await saveResults('liveness', results, name);
}
process.exit(0);
