import type { Collection, CollectionSearchResult, SearchedFace } from '@facet/client';
import { useState, type ReactElement } from 'react';
import { facesText } from '../app/format.js';
import { readingOrder } from '../analysis/reading-order.js';
import { Button, ButtonLink } from '../design/button.js';
import { EmptyState } from '../design/states.js';
import { distanceText } from '../playground/match/judge.js';
import { PhotoInput } from '../playground/photo/photo-input.js';
import type { Photo } from '../playground/photo/photo.js';
import { usePhotoPicker } from '../playground/photo/use-photo-picker.js';
import { CallProgress } from '../playground/states/call-progress.js';
import { FailureNotice } from '../playground/states/failure-notice.js';
import { Avatar } from './avatar.js';
import { faceOfPhoto, type FaceToEnrol } from './face-to-enrol.js';
import { collectionPath, personPath } from './ids.js';
import { PhotoFaces } from './photo-faces.js';
import { usePhotoSearch } from './use-photo-search.js';
import { matchName, matchText } from './words.js';

interface SearchTabProps {
  readonly collection: Collection;
  /** Somebody who was not found is to be enrolled. */
  readonly onEnrol: (face: FaceToEnrol) => void;
}

/** Who is in a photo. */
export function SearchTab({ collection, onEnrol }: SearchTabProps): ReactElement {
  const [photo, setPhoto] = useState<Photo | null>(null);
  const picker = usePhotoPicker(([given]) => {
    if (given !== undefined) setPhoto(given);
  });
  const [state, again] = usePhotoSearch(collection.id, photo);
  if (collection.faces === 0)
    return (
      <EmptyState
        title="Nobody to find yet"
        actions={
          <ButtonLink look="primary" href={`#${collectionPath(collection.id, { tab: 'enrol' })}`}>
            Enrol somebody
          </ButtonLink>
        }
      >
        Enrol people first, then search for them.
      </EmptyState>
    );
  return (
    <div className="people-columns">
      <div className="stack">
        <PhotoInput label="Photo to search" picker={picker} photo={photo} takesPaste />
        <p className="muted small">Each photo is one call, for up to 12 faces in it. It is not stored.</p>
      </div>
      <div className="stack">
        {state.status === 'idle' && <p className="muted">Choose a photo to see who is in it.</p>}
        {state.status === 'running' && <CallProgress waiting={{ phase: 'waiting' }} work="Searching" />}
        {state.status === 'failed' && (
          <FailureNotice
            failure={state.failure}
            onRetry={again}
            onOtherPhoto={() => {
              setPhoto(null);
            }}
          />
        )}
        {photo !== null && state.status === 'done' && (
          <Found photo={photo} result={inReadingOrder(state.result)} onEnrol={onEnrol} />
        )}
      </div>
    </div>
  );
}

function inReadingOrder({ faces, threshold }: CollectionSearchResult): FoundResult {
  const order = readingOrder(faces.map(({ box }) => box ?? [0, 0, 0, 0]));
  return { faces: order.flatMap((at) => faces[at] ?? []), threshold };
}

type FoundResult = Pick<CollectionSearchResult, 'faces' | 'threshold'>;

interface FoundProps {
  readonly photo: Photo;
  readonly result: FoundResult;
  readonly onEnrol: (face: FaceToEnrol) => void;
}

function Found({ photo, result: { faces, threshold }, onEnrol }: FoundProps): ReactElement {
  const names = faces.flatMap(({ matches: [best] }) => (best === undefined ? [] : [matchName(best)]));
  return (
    <>
      <p role="status">
        {facesText(faces.length)} searched,{' '}
        {names.length === 0 ? 'none of them found.' : `found: ${names.join(', ')}.`}
      </p>
      <PhotoFaces
        photo={photo}
        boxes={faces.flatMap(({ box }) => (box === undefined ? [] : [box]))}
        labels={faces.map(({ matches: [best] }, n) => (best === undefined ? String(n + 1) : matchName(best)))}
      />
      <ol className="people-found" aria-label="Who it is">
        {faces.map((face, n) => (
          <FoundFace key={n} number={n + 1} face={face}>
            <Button
              small
              onClick={() => {
                onEnrol(faceOfPhoto(photo, face.box ?? null));
              }}
            >
              Enrol face {n + 1}
            </Button>
          </FoundFace>
        ))}
      </ol>
      <p className="muted small">
        Somebody is found below a distance of {distanceText(threshold)}: the larger the collection, the nearer
        a face has to be. The search does not notice a photo of a photo.
      </p>
    </>
  );
}

interface FoundFaceProps {
  readonly number: number;
  readonly face: SearchedFace;
  /** What to do about somebody who was not found. */
  readonly children: ReactElement;
}

function FoundFace({ number, face: { matches }, children }: FoundFaceProps): ReactElement {
  const [best, ...others] = matches;
  if (best === undefined)
    return (
      <li>
        <Avatar name="?" />
        <div className="stack-tight">
          <p>
            <strong>Nobody in this collection</strong> <span className="muted small">face {number}</span>
          </p>
          <div>{children}</div>
        </div>
      </li>
    );
  return (
    <li data-found="true">
      <Avatar name={matchName(best)} />
      <div className="stack-tight">
        <p>
          <strong>
            <a href={`#${personPath(best.collection, best.person)}`}>{matchName(best)}</a>
          </strong>{' '}
          <span className="muted small">face {number}</span>
        </p>
        <p className="small">{matchText(best)}</p>
        {others.length > 0 && (
          <p className="small muted">
            Also near enough:{' '}
            {others.map((other) => `${matchName(other)} (${distanceText(other.distance)})`).join(', ')}.
          </p>
        )}
      </div>
    </li>
  );
}
