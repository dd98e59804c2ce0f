import type { Person } from '@facet/client';
import { useState, type ReactElement } from 'react';
import { facesText } from '../app/format.js';
import { ActionDialog } from '../app/form-dialog.js';
import { navigate } from '../app/route.js';
import { useToast } from '../design/toast.js';
import { collectionPath, idProblem } from './ids.js';
import { changesOf, DetailFields, type Details } from './person-details.js';
import { PersonField } from './person-field.js';
import { useCollections } from './use-collections.js';
import { lastDayOf, lastDayProblem, nameOf } from './words.js';

export interface Change {
  readonly collection: string;
  readonly person: Person;
  /** Shows the person as they are now. */
  readonly onChanged: () => Promise<void>;
}

export function EditPerson({ collection, person, onChanged }: Change): ReactElement {
  const call = useCollections();
  const before: Details = {
    name: person.displayName ?? '',
    consent: person.consent ?? '',
    lastDay: lastDayOf(person.expiresAt),
  };
  return (
    <ActionDialog
      small
      label="Edit"
      title={`Edit ${nameOf(person)}`}
      button="Save"
      names={['name', 'consent', 'lastDay']}
      check={({ lastDay }) => ({
        lastDay: lastDay === before.lastDay ? undefined : lastDayProblem(lastDay),
      })}
      work={async (details) => {
        await call((collections) => collections.putPerson(collection, person.id, changesOf(before, details)));
        await onChanged();
      }}
    >
      <EditedDetails before={before} />
    </ActionDialog>
  );
}

function EditedDetails({ before }: { readonly before: Details }): ReactElement {
  const [details, setDetails] = useState(before);
  return <DetailFields details={details} onChange={setDetails} />;
}

/** What is wrong with the id of another person. */
const otherProblem = (own: string, other: string): string | undefined =>
  other === own ? 'This is the same person.' : idProblem(other);

export function MergePerson({ collection, person, onChanged }: Change): ReactElement {
  const call = useCollections();
  const toast = useToast();
  const name = nameOf(person);
  return (
    <ActionDialog
      small
      label="Merge"
      title={`Merge somebody into ${name}`}
      button="Merge"
      names={['other']}
      check={({ other }) => ({ other: otherProblem(person.id, other) })}
      work={async ({ other }) => {
        const moved = await call((collections) => collections.mergePeople(collection, person.id, other));
        toast(`${facesText(moved)} of ${other} moved to ${name}.`);
        await onChanged();
      }}
    >
      {(problems) => (
        <>
          <p>
            Their faces become faces of {name}. The other person is deleted, with the name, consent and other
            details. This cannot be undone.
          </p>
          <PersonField
            collection={collection}
            except={person.id}
            hint="Who is the same person."
            error={problems.other}
          />
        </>
      )}
    </ActionDialog>
  );
}

export function DeletePerson({ collection, person }: Change): ReactElement {
  const call = useCollections();
  const toast = useToast();
  const name = nameOf(person);
  return (
    <ActionDialog
      danger
      small
      label="Delete"
      title={`Delete ${name}?`}
      button="Delete for good"
      work={async () => {
        await call((collections) => collections.deletePerson(collection, person.id));
        toast(`${name} is deleted.`);
        navigate(collectionPath(collection));
      }}
    >
      <p>
        {name} and {facesText(person.faces)} are deleted, with consent and other details. No search finds{' '}
        {name} any more. This cannot be undone: to have {name} here again, you need photos to enrol from.
      </p>
    </ActionDialog>
  );
}

type FaceChange = Change & { readonly face: string };

export function MoveFace({ collection, person, onChanged, face }: FaceChange): ReactElement {
  const call = useCollections();
  const toast = useToast();
  return (
    <ActionDialog
      small
      label="Not this person"
      accessibleName={`Face ${face}: not this person …`}
      title={`Whose face is face ${face}?`}
      button="Move the face"
      names={['other']}
      check={({ other }) => ({ other: otherProblem(person.id, other) })}
      work={async ({ other }) => {
        await call((collections) => collections.moveFace(collection, person.id, face, other));
        toast(`Face ${face} is now a face of ${other}.`);
        await onChanged();
      }}
    >
      {(problems) => (
        <>
          <p>This is not {nameOf(person)}: the face moves to the person whose face it is.</p>
          <PersonField
            collection={collection}
            except={person.id}
            hint="Somebody new is created."
            error={problems.other}
          />
        </>
      )}
    </ActionDialog>
  );
}

export function DeleteFace({ collection, person, onChanged, face }: FaceChange): ReactElement {
  const call = useCollections();
  const toast = useToast();
  return (
    <ActionDialog
      danger
      small
      label="Delete"
      accessibleName={`Delete face ${face} …`}
      title={`Delete face ${face}?`}
      button="Delete for good"
      work={async () => {
        await call((collections) => collections.deleteFace(collection, person.id, face));
        toast(`Face ${face} is deleted.`);
        await onChanged();
      }}
    >
      <p>
        The vector is deleted, and searches no longer compare with it.
        {person.faces === 1 &&
          ` It is the only face of ${nameOf(person)}, whom nobody finds without one.`}{' '}
        This cannot be undone.
      </p>
    </ActionDialog>
  );
}
