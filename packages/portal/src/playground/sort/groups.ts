import { cluster } from '@facet/gallery/cluster';
import { sameName } from '../search/gallery.js';
import type { FoundFace } from './face-source.js';

export interface SortedFace extends FoundFace {
  readonly id: number;
  /** The path of its photo in the folder. */
  readonly photo: string;
}

/** Faces of one person. */
export interface Group {
  readonly id: string;
  /** Empty: not named yet. */
  readonly name: string;
  /** The ids of the faces. */
  readonly faces: readonly number[];
  /** Named or changed by hand: its faces stay together, whatever the clustering says. */
  readonly isFixed: boolean;
}

/**
 * Sorts faces into groups. Fixed groups keep their faces and come first; a new face joins the fixed group that most of
 * its cluster is in, unless that has another face of the same photo.
 */
export function regroup(faces: readonly SortedFace[], groups: readonly Group[]): Group[] {
  const fixed = groups.filter(({ isFixed }) => isFixed);
  const fixedOf = new Map(fixed.flatMap((group) => group.faces.map((id) => [id, group] as const)));
  const photoOf = new Map(faces.map(({ id, photo }) => [id, photo]));
  const joined = new Map(fixed.map((group) => [group, [...group.faces]]));
  const found: Group[] = [];
  const clusters = cluster(
    faces.map(({ vector }) => vector),
    { photos: faces.map(({ photo }) => photo) },
  );
  for (const members of clusters) {
    const ids = members.flatMap((n) => faces[n]?.id ?? []);
    const nearest = mostFrequent(ids.flatMap((id) => fixedOf.get(id) ?? []));
    const into = nearest === undefined ? undefined : joined.get(nearest);
    const photos = new Set(into?.map((id) => photoOf.get(id)));
    const free = ids.filter((id) => !fixedOf.has(id));
    const joins = (id: number): boolean => into !== undefined && !photos.has(photoOf.get(id));
    into?.push(...free.filter(joins));
    const own = free.filter((id) => !joins(id));
    if (own[0] !== undefined) found.push({ id: `group ${own[0]}`, name: '', faces: own, isFixed: false });
  }
  const bySize = found.sort((a, b) => b.faces.length - a.faces.length);
  return [...fixed.map((group) => ({ ...group, faces: joined.get(group) ?? [] })), ...bySize];
}

function mostFrequent(groups: readonly Group[]): Group | undefined {
  const counts = new Map<Group, number>();
  for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Moves faces into a group, or into a new one with this id. Groups without faces disappear. */
export function withMoved(groups: readonly Group[], moved: readonly number[], to: string): Group[] {
  const gone = new Set(moved);
  const after = groups.flatMap((group): Group[] => {
    const faces = group.faces.filter((id) => !gone.has(id));
    if (group.id === to) return [{ ...group, faces: [...faces, ...moved], isFixed: true }];
    if (faces.length === group.faces.length) return [group];
    return faces.length === 0 ? [] : [{ ...group, faces, isFixed: true }];
  });
  if (after.some(({ id }) => id === to)) return after;
  // Beside where the faces were, so that people see where they went.
  const at = groups.findIndex(({ faces }) => faces.some((id) => gone.has(id)));
  const old = groups[at]?.id;
  const place = after.findIndex(({ id }) => id === old);
  return after.toSpliced(place === -1 ? at : place + 1, 0, { id: to, name: '', faces: moved, isFixed: true });
}

export const withName = (groups: readonly Group[], id: string, name: string): Group[] =>
  groups.map((group) => (group.id === id ? { ...group, name, isFixed: true } : group));

/** The other group with the name of this one: two groups with one name are one person. */
export function namesake(groups: readonly Group[], id: string): Group | null {
  const name = groups.find((group) => group.id === id)?.name.trim() ?? '';
  if (name === '') return null;
  return groups.find((group) => group.id !== id && sameName(group.name.trim(), name)) ?? null;
}

/** "Ada", or "Group 3" as long as it has no name. */
export const groupName = ({ name }: Pick<Group, 'name'>, n: number): string =>
  name.trim() === '' ? `Group ${n + 1}` : name.trim();
