import type { ReactElement } from 'react';
import type { Size } from '../faces/box.js';
import { faceName, type Face } from '../faces/face.js';
import type { FaceMarks } from '../faces/face-marks.js';
import { FacePortrait } from '../faces/face-portrait.js';
import { distanceText, scalePosition } from '../match/gauge.js';
import type { Photo } from '../photo/photo.js';
import { CallProgress } from '../states/call-progress.js';
import type { Candidate, FaceSearch } from './nearest.js';
import type { FaceVectorState } from './use-face-vectors.js';

interface FaceResultProps {
  readonly face: Face;
  readonly photo: Photo;
  readonly image: Size;
  readonly state: FaceVectorState;
  /** Who it is, once the vector is there. */
  readonly search: FaceSearch | null;
  readonly marks: FaceMarks;
}

const SHOWN = 5;

/** One face of the photo, and the people nearest to it. */
export function FaceResult({ face, photo, image, state, search, marks }: FaceResultProps): ReactElement {
  const ranked = search?.candidates ?? null;
  return (
    <li data-lit={marks.highlighted === face.id} {...marks.handlersOf(face.id)}>
      <FacePortrait photo={photo} box={face.box} image={image} />
      <div className="pg-result">
        <p role="status">
          <span className="muted">{faceName(face)}:</span> <strong>{verdict(state, ranked)}</strong>
        </p>
        {state.status === 'running' && <CallProgress waiting={state.waiting} work="Measuring the face" />}
        {ranked !== null && (
          <ol aria-label={`Nearest to ${faceName(face)}`}>
            {ranked.slice(0, SHOWN).map((candidate) => (
              <Row key={candidate.person.id} candidate={candidate} />
            ))}
          </ol>
        )}
      </div>
    </li>
  );
}

function Row({ candidate: { person, distance, same } }: { readonly candidate: Candidate }): ReactElement {
  return (
    <li data-same={same}>
      <span>{person.name}</span>
      <span className="pg-bar" aria-hidden="true">
        <span style={{ width: `${(1 - scalePosition(distance)) * 100}%` }} />
      </span>
      <span className="numbers small">{distanceText(distance)}</span>
    </li>
  );
}

function verdict(state: FaceVectorState, ranked: readonly Candidate[] | null): string {
  if (state.status === 'failed') return 'no answer';
  if (ranked === null) return '…';
  return ranked.find(({ same }) => same)?.person.name ?? 'nobody you enrolled';
}
