import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Box, Point } from '@facet/engine';
import { REPOSITORY_ROOT } from '../common/repository.js';

/** The folder of evaluation data: FACET_EVAL_DIR, or `../shared/eval` beside the checkout. */
export function findEvalFolder(): string {
  const folder = resolve(process.env['FACET_EVAL_DIR'] ?? join(REPOSITORY_ROOT, '../shared/eval'));
  if (!existsSync(folder)) {
    throw new Error(
      `No evaluation data at ${folder}. docs/appendix/accuracy.md says what FACET_EVAL_DIR must name.`,
    );
  }
  return folder;
}

/** The folder of weights that only training and benchmarks use: FACET_TEACHER_DIR; it need not exist. */
export const findTeacherFolder = (): string =>
  resolve(process.env['FACET_TEACHER_DIR'] ?? join(REPOSITORY_ROOT, '../shared/training/teacher'));

/** Rows of a comma-separated file with a heading, as objects. The files hold no quoted commas. */
async function readTable(path: string): Promise<Record<string, string>[]> {
  const [heading = '', ...lines] = (await readFile(path, 'utf8')).trim().split(/\r?\n/);
  const names = heading.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

export interface Labelled<Truth> {
  readonly file: string;
  readonly truth: Truth;
}

interface LfwPair {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
}

export async function lfwPairs(folder: string): Promise<LfwPair[]> {
  const images = join(folder, 'lfw-view1/images');
  return (await readTable(join(folder, 'lfw-view1/pairs.csv'))).map((row) => ({
    a: join(images, row['a'] ?? ''),
    b: join(images, row['b'] ?? ''),
    same: row['same'] === '1',
  }));
}

export async function landmarkTruths(folder: string): Promise<Labelled<Point[]>[]> {
  const rows = await readTable(join(folder, '300w-train200/landmarks.csv'));
  return rows.map((row) => ({
    file: join(folder, '300w-train200/images', row['file'] ?? ''),
    truth: Array.from({ length: 68 }, (_, i) => ({ x: Number(row[`x${i}`]), y: Number(row[`y${i}`]) })),
  }));
}

export interface Person {
  /** Years; a group is given by its bounds, inclusive. */
  readonly minAge: number;
  readonly maxAge: number;
  readonly gender: 'male' | 'female';
  /** As FairFace names it, where the table has that column. */
  readonly race?: string;
}

const asGender = (text: string | undefined): Person['gender'] => (text === 'female' ? 'female' : 'male');

/** Photos of FairFace: those of the evaluation, or others laid out in the same way. */
export async function fairFace(folder: string, name = 'fairface-dev270'): Promise<Labelled<Person>[]> {
  return (await readTable(join(folder, name, 'labels.csv'))).map((row) => {
    const group = row['age_group'] ?? '';
    const [low = '0', high = '100'] = group.includes('-') ? group.split('-') : [group.replace(/\D/g, '')];
    return {
      file: join(folder, name, 'images', row['file'] ?? ''),
      truth: {
        minAge: Number(low),
        maxAge: Number(high),
        gender: asGender(row['gender']),
        ...(row['race'] !== undefined && { race: row['race'] }),
      },
    };
  });
}

export async function utkFace(folder: string): Promise<Labelled<Person>[]> {
  return (await readTable(join(folder, 'utkface-dev500/labels.csv'))).map((row) => ({
    file: join(folder, 'utkface-dev500/images', row['file'] ?? ''),
    truth: { minAge: Number(row['age']), maxAge: Number(row['age']), gender: asGender(row['gender']) },
  }));
}

interface WiderFace {
  readonly xywh: readonly [number, number, number, number];
  readonly invalid: number;
}

export interface CrowdFace {
  readonly box: Box;
  /** Marked by the data set as not to be judged. */
  readonly invalid: boolean;
}

export async function wider(folder: string): Promise<Labelled<CrowdFace[]>[]> {
  const text = await readFile(join(folder, 'wider-dev100/boxes.json'), 'utf8');
  const entries = Object.entries(JSON.parse(text) as Record<string, { faces: WiderFace[] }>);
  return entries.map(([file, { faces }]) => ({
    file: join(folder, 'wider-dev100/images', file),
    truth: faces.map(({ xywh: [x, y, w, h], invalid }) => ({
      box: { x1: x, y1: y, x2: x + w, y2: y + h },
      invalid: invalid === 1,
    })),
  }));
}

/** A frame of one of the sets in `liveness/`; its label as the set writes it. */
export interface LivenessFrame {
  readonly file: string;
  readonly person: string;
  readonly label: string;
  /** Of Replay-Attack alone. */
  readonly kind: string;
  readonly video: string;
}

type LivenessSet = 'pointing04' | 'trainingdata_headturn' | 'fapa' | 'msu_mfsd' | 'replay-attack-devel';

export async function livenessFrames(folder: string, set: LivenessSet): Promise<LivenessFrame[]> {
  const images = join(folder, 'liveness', set, ...(set === 'replay-attack-devel' ? ['frames'] : []));
  const [, ...lines] = (await readFile(join(folder, 'liveness', set, 'index.csv'), 'utf8'))
    .trim()
    .split(/\r?\n/);
  return lines.map((line) => {
    // Labels of poses hold a comma, in quotes.
    const cells = [...line.matchAll(/"([^"]*)"|([^,]+)|(?<=,)(?=,|$)/g)].map(
      (cell) => cell[1] ?? cell[2] ?? '',
    );
    const [file = '', person = '', label = '', kind = '', held = '', , video = ''] = cells;
    return { file: join(images, file), person, label, kind: held === '' ? kind : `${kind}, ${held}`, video };
  });
}

export interface Pose {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

export async function poses(folder: string): Promise<Labelled<Pose>[]> {
  return (await readTable(join(folder, 'pose8/pose.csv'))).map((row) => ({
    file: join(folder, 'pose8/images', row['file'] ?? ''),
    truth: {
      yaw: Number(row['yaw_deg']),
      pitch: Number(row['pitch_deg']),
      roll: Number(row['roll_deg']),
    },
  }));
}

/** One face stored in all eight EXIF orientations. */
export const orientedFaces = (folder: string): string[] =>
  Array.from({ length: 8 }, (_, i) => join(folder, 'edge-images/derived', `face_exif${i + 1}.jpg`));
