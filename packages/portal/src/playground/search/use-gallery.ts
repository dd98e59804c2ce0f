import { useCallback, useEffect, useRef, useState } from 'react';
import { useToast } from '../../design/toast.js';
import { randomId } from '../photo/photo.js';
import { openGalleryStore, type GalleryStore } from './gallery-store.js';
import { byName, MAX_PEOPLE, photosText, withEnrolled, type Person, type StoredVector } from './gallery.js';

export interface GalleryInUse {
  /** null: not read yet. */
  readonly people: readonly Person[] | null;
  /** Why people cannot be stored, as a message; they are then lost with the page. */
  readonly problem: string | null;
  readonly put: (people: readonly Person[]) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
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

  const change = useCallback(
    async (
      keep: (store: GalleryStore) => Promise<void>,
      show: (before: readonly Person[]) => readonly Person[],
    ) => {
      setPeople((before) => [...show(before ?? [])].sort(byName));
      try {
        if (store.current !== null) await keep(store.current);
      } catch {
        setProblem(NOT_KEPT);
      }
    },
    [],
  );

  return {
    people,
    problem,
    put: (some) =>
      change(
        (kept) => kept.put(some),
        (before) => [...before.filter(({ id }) => !some.some((person) => person.id === id)), ...some],
      ),
    remove: (id) =>
      change(
        (kept) => kept.remove(id),
        (before) => before.filter((person) => person.id !== id),
      ),
    clear: () =>
      change(
        (kept) => kept.clear(),
        () => [],
      ),
  };
}

export interface Enrolment {
  readonly name: string;
  readonly vectors: readonly StoredVector[];
}

/** Adds people to the gallery and says so; whether they were added. */
export type Enrol = (added: readonly Enrolment[]) => Promise<boolean>;

export function useEnrol({ people, put }: Pick<GalleryInUse, 'people' | 'put'>): Enrol {
  const toast = useToast();
  return async (added) => {
    const [first] = added;
    if (first === undefined) return false;
    const merged = withEnrolled(people ?? [], added, randomId);
    if (merged.length > MAX_PEOPLE) {
      toast(`This page holds up to ${MAX_PEOPLE.toLocaleString('en-GB')} people; nobody was added.`);
      return false;
    }
    const changed = merged.filter((person) => !(people ?? []).includes(person));
    await put(changed);
    toast(
      added.length === 1
        ? `${first.name} is enrolled with ${photosText(first.vectors.length)}.`
        : `${peopleText(changed)} enrolled.`,
    );
    return true;
  };
}

const peopleText = (people: readonly Person[]): string =>
  people.length === 1 ? '1 person is' : `${people.length} people are`;
