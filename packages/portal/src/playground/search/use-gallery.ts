import { useCallback, useEffect, useRef, useState } from 'react';
import { peopleText, photosText } from '../../app/format.js';
import { useToast } from '../../design/toast.js';
import { randomId } from '../photo/photo.js';
import { openGalleryStore, type GalleryStore } from './gallery-store.js';
import { byName, MAX_PEOPLE, withEnrolled, type Person, type StoredVector } from './gallery.js';

export interface GalleryInUse {
  /** null: not read yet. */
  readonly people: readonly Person[] | null;
  /** Why people cannot be stored, as a message; they are then lost with the page. */
  readonly problem: string | null;
  /** Adds or replaces people, and removes those with these ids. */
  readonly change: (put: readonly Person[], removed?: readonly string[]) => Promise<void>;
  readonly clear: () => Promise<void>;
}

const NOT_KEPT =
  'This browser does not let the page store data (a private window, or a full disk). Enrolled people are kept only until you leave the page.';

/** The people of this account in this browser. */
export function useGallery(owner: string): GalleryInUse {
  const store = useRef<GalleryStore | null>(null);
  const [people, setPeople] = useState<readonly Person[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    const used = { current: true };
    const opening = openGalleryStore(owner);
    opening
      .then(async (opened) => {
        const found = await opened.list();
        if (!used.current) return;
        store.current = opened;
        setPeople(found.sort(byName));
      })
      .catch(() => {
        if (!used.current) return;
        setProblem(NOT_KEPT);
        setPeople([]);
      });
    return () => {
      used.current = false;
      store.current = null;
      void opening.then(
        (opened) => {
          opened.close();
        },
        () => undefined,
      );
    };
  }, [owner]);

  const keep = useCallback(
    async (
      inStore: (store: GalleryStore) => Promise<void>,
      show: (before: readonly Person[]) => readonly Person[],
    ) => {
      setPeople((before) => [...show(before ?? [])].sort(byName));
      try {
        if (store.current === null) await inOwnStore(owner, inStore);
        else await inStore(store.current);
      } catch {
        setProblem(NOT_KEPT);
      }
    },
    [owner],
  );

  return {
    people,
    problem,
    change: (put, removed = []) =>
      keep(
        (opened) => opened.change(put, removed),
        (before) => [
          ...before.filter(({ id }) => !removed.includes(id) && !put.some((person) => person.id === id)),
          ...put,
        ],
      ),
    clear: () =>
      keep(
        (opened) => opened.clear(),
        () => [],
      ),
  };
}

/** For a change after the view was left, such as one that is undone. */
async function inOwnStore(owner: string, work: (store: GalleryStore) => Promise<void>): Promise<void> {
  const opened = await openGalleryStore(owner);
  try {
    await work(opened);
  } finally {
    opened.close();
  }
}

/** Changes the gallery and says so, with the offer to undo it. */
type ChangeUndoably = (message: string, put: readonly Person[], removed?: readonly string[]) => Promise<void>;

export function useUndoableChange({
  people,
  change,
}: Pick<GalleryInUse, 'people' | 'change'>): ChangeUndoably {
  const toast = useToast();
  return async (message, put, removed = []) => {
    const ids = new Set([...removed, ...put.map(({ id }) => id)]);
    const before = (people ?? []).filter(({ id }) => ids.has(id));
    const added = put.flatMap(({ id }) => (before.some((known) => known.id === id) ? [] : [id]));
    await change(put, removed);
    toast(message, { label: 'Undo', run: () => void change(before, added) });
  };
}

export interface Enrolment {
  readonly name: string;
  readonly vectors: readonly StoredVector[];
}

/** Adds people to the gallery and says so; whether they were added. */
export type Enrol = (added: readonly Enrolment[]) => Promise<boolean>;

export function useEnrol(gallery: Pick<GalleryInUse, 'people' | 'change'>): Enrol {
  const toast = useToast();
  const changeUndoably = useUndoableChange(gallery);
  const { people } = gallery;
  return async (added) => {
    const [first] = added;
    if (first === undefined) return false;
    const merged = withEnrolled(people ?? [], added, randomId);
    if (merged.length > MAX_PEOPLE) {
      toast(`This page holds up to ${peopleText(MAX_PEOPLE)}; nobody was added.`);
      return false;
    }
    const changed = merged.filter((person) => !(people ?? []).includes(person));
    await changeUndoably(
      added.length === 1
        ? `${first.name} is enrolled with ${photosText(first.vectors.length)}.`
        : `${peopleText(changed.length)} ${changed.length === 1 ? 'is' : 'are'} enrolled.`,
      changed,
    );
    return true;
  };
}
