import { useToast } from '../../design/toast.js';
import { randomId } from '../photo/random-id.js';
import { MAX_PEOPLE, photosText, withEnrolled, type Person, type Template } from './gallery.js';
import type { GalleryInUse } from './use-gallery.js';

export interface Enrolment {
  readonly name: string;
  readonly templates: readonly Template[];
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
        ? `${first.name} is enrolled with ${photosText(first.templates.length)}.`
        : `${peopleText(changed)} enrolled.`,
    );
    return true;
  };
}

const peopleText = (people: readonly Person[]): string =>
  people.length === 1 ? '1 person is' : `${people.length} people are`;
