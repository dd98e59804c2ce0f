import type { EnrolResult } from '@facet/client';
import { useId, useState, type ReactElement } from 'react';
import { useAction } from '../app/use-api.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { FailureNotice } from '../playground/states/failure-notice.js';
import { EnrolPhoto } from './enrol-photo.js';
import { EnrolledNotice } from './enrolled-notice.js';
import type { FaceToEnrol } from './face-to-enrol.js';
import { ID_RULE, idFrom, idProblem, MAX_ID_LENGTH } from './ids.js';
import { changesOf, DetailFields, NO_DETAILS, type Details } from './person-details.js';
import { useCollections } from './use-collections.js';
import { lastDayProblem } from './words.js';

interface EnrolTabProps {
  readonly collection: string;
  /** Who gets another face; null: the form asks. */
  readonly person: string | null;
  /** A face that was chosen before. */
  readonly first: FaceToEnrol | null;
  readonly onEnrolled: () => void;
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
  const [result, setResult] = useState<EnrolResult | null>(null);
  const id = (ownId ?? idFrom(details.name)).trim();

  const { run, busy, failure, clear } = useAction(async (chosen: FaceToEnrol) => {
    setResult(null);
    const enrolled = await call((collections) =>
      collections.enrol(collection, id, chosen.sent, {
        ...(!strict && !chosen.checked && { quality: false }),
        ...(chosen.box !== null && { box: chosen.box }),
      }),
    );
    setFace(null);
    setResult(enrolled);
    onEnrolled();
    const changes = changesOf(NO_DETAILS, details);
    if (Object.keys(changes).length > 0)
      await call((collections) => collections.putPerson(collection, id, changes));
  });
  const choose = (chosen: FaceToEnrol | null): void => {
    clear();
    setFace(chosen);
  };

  function submit(): void {
    const wrong = idProblem(id);
    setProblem(wrong);
    if (wrong === undefined && lastDayProblem(details.lastDay) === undefined && face !== null) run(face);
  }

  const idField = (
    <Field
      label="Id"
      hint={
        person === null
          ? `How your programs name the person. ${ID_RULE}`
          : 'The face is added to this person.'
      }
      value={ownId ?? idFrom(details.name)}
      readOnly={person !== null}
      maxLength={MAX_ID_LENGTH}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      error={problem}
      onChange={(event) => {
        setOwnId(event.target.value);
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
            submit();
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
        {result !== null && <EnrolledNotice collection={collection} result={result} name={details.name} />}
        <EnrolPhoto face={face} strict={strict} onStrict={setStrict} onFace={choose} />
        {failure !== null && face !== null && (
          <FailureNotice
            failure={failure}
            onRetry={submit}
            onOtherPhoto={() => {
              choose(null);
            }}
          />
        )}
        {failure !== null && face === null && result !== null && (
          <FailureNotice
            failure={failure}
            onRetry={() => {
              clear();
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
