import {
  NotFoundError,
  type Collections,
  type EnrolResult,
  type Person,
  type PersonFields,
} from '@facet/client';
import { useId, useState, type ReactElement } from 'react';
import { useAction } from '../app/use-api.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { ErrorNotice } from '../design/states.js';
import { EnrolPhoto } from './enrol-photo.js';
import { EnrolledNotice } from './enrolled-notice.js';
import type { FaceToEnrol } from './face-to-enrol.js';
import { NotEnrolled } from './not-enrolled.js';
import { ID_RULE, idFrom, idProblem, MAX_ID_LENGTH } from './ids.js';
import { changesOf, DetailFields, NO_DETAILS, type Details } from './person-details.js';
import { useCollections } from './use-collections.js';
import { lastDayProblem, nameOf } from './words.js';

interface EnrolTabProps {
  readonly collection: string;
  /** Who gets another face; null: the form asks. */
  readonly person: string | null;
  /** A face that was chosen before. */
  readonly first: FaceToEnrol | null;
  readonly onEnrolled: () => void;
}

interface Enrolled {
  readonly enrolled: EnrolResult;
  readonly name: string;
  /** What the form said about the person. */
  readonly changes: PersonFields;
}

/** Who has the id; null: nobody yet. */
async function holderOf(collections: Collections, collection: string, id: string): Promise<Person | null> {
  try {
    return (await collections.getPerson(collection, id)).person;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** A face becomes one of a person: from a photo, or with the enrolment guide. */
export function EnrolTab({ collection, person, first, onEnrolled }: EnrolTabProps): ReactElement {
  const formId = useId();
  const call = useCollections();
  const [details, setDetails] = useState<Details>(NO_DETAILS);
  /** null: made from the name. */
  const [ownId, setOwnId] = useState<string | null>(person);
  const [face, setFace] = useState(first);
  const [strict, setStrict] = useState(true);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  /** An id that somebody has, to whom the face may be added. */
  const [taken, setTaken] = useState<string | null>(person);
  const [result, setResult] = useState<Enrolled | null>(null);
  const id = (ownId ?? idFrom(details.name)).trim();

  const saving = useAction((to: string, changes: PersonFields) =>
    call((collections) => collections.putPerson(collection, to, changes)),
  );
  const { run, busy, failure, clear } = useAction(async (chosen: FaceToEnrol, check: boolean) => {
    setResult(null);
    const holder = id === taken ? null : await call((collections) => holderOf(collections, collection, id));
    if (holder !== null) {
      setTaken(id);
      setProblem(`${nameOf(holder)} has this id. Enrol again to add the face to them, or change the id.`);
      return;
    }
    const enrolled = await call((collections) =>
      collections.enrol(collection, id, chosen.sent, {
        ...(!check && !chosen.checked && { quality: false }),
        ...(chosen.box !== null && { box: chosen.box }),
      }),
    );
    const changes = changesOf(NO_DETAILS, details);
    setResult({ enrolled, name: details.name.trim() === '' ? id : details.name.trim(), changes });
    // The consent of one person must not be left over for the next.
    setDetails(NO_DETAILS);
    setOwnId(person);
    setProblem(undefined);
    setFace(null);
    onEnrolled();
    if (Object.keys(changes).length > 0) saving.run(id, changes);
  });
  const choose = (chosen: FaceToEnrol | null): void => {
    clear();
    setFace(chosen);
  };

  function submit(check: boolean): void {
    const wrong = idProblem(id);
    setProblem(wrong);
    if (wrong === undefined && lastDayProblem(details.lastDay) === undefined && face !== null)
      run(face, check);
  }

  const idField = (
    <Field
      literal
      label="Id"
      hint={
        person === null
          ? `How your programs name the person. ${ID_RULE}`
          : 'The face is added to this person.'
      }
      value={ownId ?? idFrom(details.name)}
      maxLength={MAX_ID_LENGTH}
      readOnly={person !== null}
      error={problem}
      onChange={(typed) => {
        setOwnId(typed);
        setProblem(undefined);
      }}
    />
  );
  return (
    <div className="people-columns">
      <div className="stack">
        {/* Not around the photo: the image URL is a form of its own. */}
        <form
          id={formId}
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit(strict);
          }}
        >
          {person === null ? (
            <DetailFields details={details} onChange={setDetails}>
              {idField}
            </DetailFields>
          ) : (
            idField
          )}
        </form>
      </div>
      <div className="stack">
        {result !== null && (
          <EnrolledNotice collection={collection} result={result.enrolled} name={result.name} />
        )}
        {result !== null && saving.failure !== null && (
          <ErrorNotice
            failure={saving.failure}
            onRetry={() => {
              saving.run(result.enrolled.person, result.changes);
            }}
          >
            The face is enrolled, but not the details of the person.
          </ErrorNotice>
        )}
        <EnrolPhoto face={face} strict={strict} onStrict={setStrict} onFace={choose} />
        {failure !== null && (
          <NotEnrolled
            failure={failure}
            onRetry={() => {
              submit(strict);
            }}
            onAnyway={() => {
              submit(false);
            }}
            onOtherPhoto={() => {
              choose(null);
            }}
          />
        )}
        <div className="row">
          <Button type="submit" form={formId} look="primary" busy={busy} disabled={face === null}>
            Enrol (1 call)
          </Button>
        </div>
      </div>
    </div>
  );
}
