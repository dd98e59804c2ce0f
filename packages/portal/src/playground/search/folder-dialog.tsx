import { distanceBetween, MATCH_THRESHOLD } from '@facet/gallery/search';
import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Dialog, DialogActions } from '../../design/dialog.js';
import { Notice } from '../../design/states.js';
import { calls, peopleText, photosText } from '../../app/format.js';
import { prepareFile } from '../photo/prepare-file.js';
import type { Photo } from '../photo/photo.js';
import { FailureNotice } from '../states/failure-notice.js';
import { usePlayground } from '../playground-state.js';
import type { PersonFiles } from './people-files.js';
import { SeriesProgress, usePhotoSeries, type AnalysedPhoto } from './photo-series.js';
import { storedVectorOf } from './stored-vector.js';
import type { Enrol, Enrolment } from './use-gallery.js';

interface FolderDialogProps {
  /** null: closed. */
  readonly people: readonly PersonFiles[] | null;
  readonly onClose: () => void;
  readonly keepPictures: boolean;
  readonly onEnrol: Enrol;
}

/** Who would be enrolled from a folder and what that costs, before anything is sent. */
export function FolderDialog({ people, onClose, ...rest }: FolderDialogProps): ReactElement {
  return (
    <Dialog open={people !== null} title="Enrol from photos" onClose={onClose}>
      {people !== null && <Review people={people} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

type ReviewProps = FolderDialogProps & { readonly people: readonly PersonFiles[] };

const SHOWN_NAMES = 12;

function Review({ people, onClose, keepPictures, onEnrol }: ReviewProps): ReactElement {
  const { maxImageBytes } = usePlayground();
  const series = usePhotoSeries();
  const [unused, setUnused] = useState<readonly string[]>([]);
  /** Analysed, but not stored yet: some names may stand for several people. */
  const [doubted, setDoubted] = useState<Doubted | null>(null);
  const all = people.flatMap(({ name, files }) => files.map((file) => ({ name, file })));

  async function enrol(): Promise<void> {
    const loaders = all.map(({ file }) => async (): Promise<Photo> => {
      const prepared = await prepareFile(file, maxImageBytes);
      if ('rejection' in prepared) throw new Error(prepared.rejection);
      return prepared.photo;
    });
    const analysed = await series.analyse(loaders);
    const added: Enrolment[] = [];
    for (const [n, { name }] of all.entries()) {
      const face = enrolledFace(analysed[n] ?? null);
      if (face !== null) added.push({ name, vectors: [await storedVectorOf(face, keepPictures)] });
    }
    const left = all.flatMap(({ file }, n) =>
      enrolledFace(analysed[n] ?? null) === null ? [file.name] : [],
    );
    const enrolments = joined(added);
    const names = enrolments.filter(isSeveralPeople).map(({ name }) => name);
    if (names.length > 0) setDoubted({ enrolments, left, names });
    else await save(enrolments, left);
  }

  async function save(enrolments: readonly Enrolment[], left: readonly string[]): Promise<void> {
    setDoubted(null);
    setUnused(left);
    await onEnrol(enrolments);
    if (left.length === 0) onClose();
  }

  if (doubted !== null)
    return (
      <SeveralPeople
        doubted={doubted}
        onSave={(enrolments) => void save(enrolments, doubted.left)}
        onClose={onClose}
      />
    );

  if (all.length === 0)
    return (
      <>
        <p>No photo in it has a name to go by.</p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </>
    );
  return (
    <>
      <p className="muted small">
        Each subfolder is a person. For photos directly in the folder, the file name is the person’s name. The
        most prominent face of each photo is used.
      </p>
      <ul className="pg-folder-names" aria-label="People in the folder">
        {people.slice(0, SHOWN_NAMES).map(({ name, files }) => (
          <li key={name}>
            <strong>{name}</strong> <span className="muted small">{photosText(files.length)}</span>
          </li>
        ))}
        {people.length > SHOWN_NAMES && <li className="muted">and {people.length - SHOWN_NAMES} more</li>}
      </ul>
      {series.progress !== null && <SeriesProgress progress={series.progress} />}
      {series.failure !== null && <FailureNotice failure={series.failure} onRetry={() => void enrol()} />}
      {unused.length > 0 && series.failure === null && (
        <Notice tone="warn" announce title={`${photosText(unused.length)} not used`}>
          <p>No face was found, or the file cannot be read: {unused.slice(0, 5).join(', ')}</p>
        </Notice>
      )}
      <DialogActions>
        <Button
          onClick={() => {
            series.stop();
            onClose();
          }}
        >
          {unused.length > 0 ? 'Close' : 'Cancel'}
        </Button>
        {unused.length === 0 && (
          <Button look="primary" busy={series.progress !== null} onClick={() => void enrol()}>
            Enrol {peopleText(people.length)} ({calls(all.length)})
          </Button>
        )}
      </DialogActions>
    </>
  );
}

interface Doubted {
  readonly enrolments: readonly Enrolment[];
  /** Files without a face. */
  readonly left: readonly string[];
  /** Of the people whose photos differ. */
  readonly names: readonly string[];
}

/** Whether one of the photos under a name matches none of the others. */
const isSeveralPeople = ({ vectors }: Enrolment): boolean =>
  vectors.length > 1 &&
  vectors.some((one) =>
    vectors.every((other) => other === one || distanceBetween(one.vector, other.vector) >= MATCH_THRESHOLD),
  );

interface SeveralPeopleProps {
  readonly doubted: Doubted;
  readonly onSave: (enrolments: readonly Enrolment[]) => void;
  readonly onClose: () => void;
}

/** Asked before anything is stored. */
function SeveralPeople({ doubted, onSave, onClose }: SeveralPeopleProps): ReactElement {
  const { enrolments, names } = doubted;
  const others = enrolments.filter(({ name }) => !names.includes(name));
  return (
    <>
      <Notice tone="warn" announce title="One name, different people?">
        <p>
          The photos under {names.slice(0, SHOWN_NAMES).join(', ')} show faces that do not match each other.
          Nothing is stored yet.
        </p>
      </Notice>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          onClick={() => {
            onSave(enrolments);
          }}
        >
          Enrol them all the same
        </Button>
        {others.length > 0 && (
          <Button
            look="primary"
            onClick={() => {
              onSave(others);
            }}
          >
            Enrol the others only
          </Button>
        )}
      </DialogActions>
    </>
  );
}

/** The most prominent face of a photo, as far as there is one. */
function enrolledFace(analysed: AnalysedPhoto | null): Parameters<typeof storedVectorOf>[0] | null {
  const face = analysed?.detection.faces[analysed.detection.prominent ?? 0];
  if (analysed === null || face === undefined || face.vector === null) return null;
  const { photo, detection, model } = analysed;
  return { photo, box: face.box, image: detection.imageSize, vector: face.vector, model };
}

/** One entry for each name. */
function joined(added: readonly Enrolment[]): Enrolment[] {
  const byName = new Map<string, Enrolment>();
  for (const { name, vectors } of added) {
    byName.set(name, { name, vectors: [...(byName.get(name)?.vectors ?? []), ...vectors] });
  }
  return [...byName.values()];
}
