import type { Box } from '../../analysis/box.js';
import type { PhotoFaces } from './face-source.js';
import { regroup, withMoved, withName, type Group, type SortedFace } from './groups.js';

/** A photo of the folder. */
export interface FolderPhoto {
  readonly path: string;
  readonly file: File;
}

/** What became of a photo. */
interface PhotoResult {
  readonly faces: number;
  readonly small: number;
  readonly more: readonly Box[];
  /** Why it could not be read. */
  readonly problem?: string;
}

/** A folder on its way into groups of people. Of the photos it keeps the files, which are read when needed, and no pixels. */
export interface Sorting {
  readonly photos: readonly FolderPhoto[];
  /** By the path of the photo; a photo without one is still to be analysed. */
  readonly results: ReadonlyMap<string, PhotoResult>;
  readonly faces: readonly SortedFace[];
  readonly groups: readonly Group[];
  /** How many of the faces are in the groups. */
  readonly grouped: number;
  /** The groups before each of the last changes. */
  readonly history: readonly (readonly Group[])[];
}

/** More would make the comparison of every face with every other noticeable. */
export const MAX_FACES = 2000;
const MAX_HISTORY = 50;

export const newSorting = (photos: readonly FolderPhoto[]): Sorting => ({
  photos,
  results: new Map(),
  faces: [],
  groups: [],
  grouped: 0,
  history: [],
});

/** What is to be analysed: a photo, or those of its faces that need another call. */
export interface Job {
  readonly photo: FolderPhoto;
  readonly boxes: readonly Box[] | null;
}

export const photoJobs = ({ photos, results }: Sorting): Job[] =>
  photos.filter(({ path }) => !results.has(path)).map((photo) => ({ photo, boxes: null }));

export const moreJobs = ({ photos, results }: Sorting, boxesPerCall: number): Job[] =>
  photos.flatMap((photo) => {
    const more = results.get(photo.path)?.more ?? [];
    return Array.from({ length: Math.ceil(more.length / boxesPerCall) }, (_, n) => ({
      photo,
      boxes: more.slice(n * boxesPerCall, (n + 1) * boxesPerCall),
    }));
  });

/** New faces are sorted in when they are this part of all: sorting after each photo would slow down a large folder. */
const NEW_SHARE = 0.1;

export function withFound(before: Sorting, { photo, boxes }: Job, found: PhotoFaces): Sorting {
  const room = MAX_FACES - before.faces.length;
  const added = found.faces
    .slice(0, room)
    .map((face, n) => ({ ...face, id: before.faces.length + n, photo: photo.path }));
  const faces = [...before.faces, ...added];
  const old = before.results.get(photo.path);
  const result = {
    faces: (old?.faces ?? 0) + added.length,
    small: (old?.small ?? 0) + found.small,
    more: [...(old?.more ?? []).filter((box) => boxes?.includes(box) !== true), ...found.more],
  };
  const results = new Map(before.results).set(photo.path, result);
  const after = { ...before, faces, results };
  return faces.length - before.grouped > NEW_SHARE * before.grouped ? withAllGrouped(after) : after;
}

export const withProblem = (before: Sorting, { photo: { path } }: Job, problem: string): Sorting => ({
  ...before,
  results: new Map(before.results).set(path, { faces: 0, small: 0, more: [], problem }),
});

export function withAllGrouped(before: Sorting): Sorting {
  const { faces, groups, grouped } = before;
  return grouped === faces.length
    ? before
    : { ...before, groups: regroup(faces, groups), grouped: faces.length };
}

/** A change of the groups by hand, which can be undone. */
const changed = (before: Sorting, groups: readonly Group[]): Sorting => ({
  ...before,
  groups,
  history: [...before.history, before.groups].slice(-MAX_HISTORY),
});

export const moveFaces = (before: Sorting, ids: readonly number[], to: string): Sorting =>
  changed(before, withMoved(before.groups, ids, to));

/** `isNew`: the first letter of a new name; the others are undone with it. */
export function nameGroup(before: Sorting, id: string, name: string, isNew: boolean): Sorting {
  const groups = withName(before.groups, id, name);
  return isNew ? changed(before, groups) : { ...before, groups };
}

export function undo(before: Sorting): Sorting {
  const groups = before.history.at(-1);
  if (groups === undefined) return before;
  const grouped = groups.reduce((sum, { faces }) => sum + faces.length, 0);
  // Faces that came since are sorted in again.
  return withAllGrouped({ ...before, groups, grouped, history: before.history.slice(0, -1) });
}

interface Summary {
  readonly photosDone: number;
  readonly withoutFace: number;
  readonly small: number;
  /** Photos that could not be read, with the reason. */
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
  readonly moreFaces: number;
}

export function summaryOf({ results }: Sorting): Summary {
  const all = [...results.values()];
  const sum = (of: (result: PhotoResult) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    photosDone: all.length,
    withoutFace: all.filter(
      ({ faces, small, more, problem }) => faces + small + more.length === 0 && problem === undefined,
    ).length,
    small: sum(({ small }) => small),
    problems: [...results].flatMap(([path, { problem }]) => (problem === undefined ? [] : { path, problem })),
    moreFaces: sum(({ more }) => more.length),
  };
}
