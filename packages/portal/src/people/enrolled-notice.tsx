import type { EnrolResult } from '@facet/client';
import type { ReactElement } from 'react';
import { ButtonLink } from '../design/button.js';
import { Notice } from '../design/states.js';
import { collectionPath, personPath } from './ids.js';
import { matchName, matchText } from './words.js';

interface EnrolledNoticeProps {
  readonly collection: string;
  readonly result: EnrolResult;
  readonly name: string;
}

/** What became of an enrolment, and whether the face is also somebody else's. */
export function EnrolledNotice({ collection, result, name }: EnrolledNoticeProps): ReactElement {
  const { person, isNew, duplicates } = result;
  const [nearest] = duplicates;
  return (
    <Notice
      announce
      tone={nearest === undefined ? 'info' : 'warn'}
      title={isNew ? `${name} is enrolled` : `${name} had this face already`}
      actions={
        <>
          <ButtonLink small href={`#${personPath(collection, person)}`}>
            Open {name}
          </ButtonLink>
          {nearest !== undefined && (
            <ButtonLink small href={`#${personPath(collection, nearest.person)}`}>
              Open {matchName(nearest)}
            </ButtonLink>
          )}
          <ButtonLink small look="quiet" href={`#${collectionPath(collection)}`}>
            All people
          </ButtonLink>
        </>
      }
    >
      {!isNew && <p>Nothing was added.</p>}
      {nearest !== undefined && (
        <p>
          This face is already enrolled as {duplicates.map(matchName).join(', ')}. {matchText(nearest)} If it
          is the same person, merge the two on the page of one of them; if not, delete the face.
        </p>
      )}
    </Notice>
  );
}
