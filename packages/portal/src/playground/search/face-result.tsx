import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import type { Size } from '../../analysis/box.js';
import { faceName } from '../../analysis/face-text.js';
import type { Face } from '../../analysis/face.js';
import type { FaceSelection } from '../faces/use-slot.js';
import { FacePortrait } from '../faces/face-portrait.js';
import { distanceText, scalePosition } from '../match/judge.js';
import type { Photo } from '../photo/photo.js';
import { cleanName, MAX_NAME_LENGTH } from './gallery.js';
import type { Candidate, FaceSearch } from './nearest.js';

interface FaceResultProps {
  readonly face: Face;
  readonly photo: Photo;
  readonly image: Size;
  /** Who it is; null: its vector cannot be compared. */
  readonly search: FaceSearch | null;
  readonly selection: FaceSelection;
  readonly onName: (name: string) => void;
}

const SHOWN = 4;

/** One face of the photo, and the people nearest to it. */
export function FaceResult(props: FaceResultProps): ReactElement {
  const { face, photo, image, search, selection, onName } = props;
  const nearest = search?.candidates.find(({ same }) => same) ?? null;
  const found = nearest?.person.name ?? null;
  return (
    <li
      data-row={face.id}
      data-lit={selection.highlighted === face.id}
      data-found={found !== null}
      {...selection.handlersOf(face.id)}
    >
      <FacePortrait photo={photo} box={face.box} image={image} />
      <div className="pg-result">
        <p>
          <strong>{search === null ? '…' : (found ?? 'Not in the gallery')}</strong>{' '}
          <span className="muted small">{faceName(face)}</span>
        </p>
        {nearest?.distance === 0 && <p className="muted small">Enrolled from this photo.</p>}
        {search !== null && search.candidates.length > 0 && (
          <ol aria-label={`Nearest to ${faceName(face)}`}>
            {search.candidates.slice(0, SHOWN).map((candidate) => (
              <Row key={candidate.person.id} candidate={candidate} threshold={search.threshold} />
            ))}
          </ol>
        )}
        {search !== null && found === null && <NameForm face={face} onName={onName} />}
      </div>
    </li>
  );
}

interface RowProps {
  readonly candidate: Candidate;
  readonly threshold: number;
}

/** A bar as long as the distance, with the threshold that it must stay below. */
function Row({ candidate: { person, distance, same }, threshold }: RowProps): ReactElement {
  const at = (value: number): string => `${scalePosition(value) * 100}%`;
  return (
    <li data-same={same}>
      <span>{person.name}</span>
      <span className="pg-bar" aria-hidden="true">
        <span className="pg-bar-length" style={{ width: at(distance) }} />
        <span className="pg-bar-threshold" style={{ left: at(threshold) }} />
      </span>
      <span className="numbers small">{distanceText(distance)}</span>
    </li>
  );
}

/** Its vector is known, so naming a face costs nothing. */
function NameForm({
  face,
  onName,
}: {
  readonly face: Face;
  readonly onName: (name: string) => void;
}): ReactElement {
  const [name, setName] = useState('');
  return (
    <form
      className="pg-name-form"
      onSubmit={(event) => {
        event.preventDefault();
        const clean = cleanName(name);
        if (clean !== null) onName(clean);
      }}
    >
      <Field
        label={`Name of ${faceName(face).toLowerCase()}`}
        labelLook="hidden"
        compact
        placeholder="Who is it?"
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      <Button small type="submit" disabled={cleanName(name) === null}>
        Enrol
      </Button>
    </form>
  );
}
