import { VECTOR_MODEL } from '@facet/gallery/search';
import { useState, type ReactElement } from 'react';
import { peopleText } from '../../app/format.js';
import { download } from '../../app/download.js';
import { Button } from '../../design/button.js';
import { CheckField } from '../../design/field.js';
import { Notice } from '../../design/states.js';
import { usePlayground } from '../playground-state.js';
import { cleanName, MAX_VECTORS_PER_PERSON, type StoredVector } from '../search/gallery.js';
import { useEnrol, useGallery, type Enrolment } from '../search/use-gallery.js';
import { groupName } from './groups.js';
import type { Sorting } from './sorting.js';
import { tableOf } from './table.js';

/** The named groups become people of the gallery, all groups a table. */
export function TakeResult({ sorting }: { readonly sorting: Sorting }): ReactElement {
  const gallery = useGallery(usePlayground().email);
  const enrol = useEnrol(gallery);
  const [keepPictures, setKeepPictures] = useState(true);
  const [busy, setBusy] = useState(false);
  /** The groups that are in the gallery already. */
  const [taken, setTaken] = useState<Sorting['groups'] | null>(null);
  const people = enrolmentsOf(sorting, keepPictures);

  async function take(): Promise<void> {
    setBusy(true);
    if (await enrol(people)) setTaken(sorting.groups);
    setBusy(false);
  }

  return (
    <div className="sort-take">
      <div className="row">
        <Button
          look="primary"
          busy={busy}
          disabled={people.length === 0 || gallery.people === null}
          onClick={() => void take()}
        >
          {people.length === 0 ? 'Add to the gallery' : `Add ${peopleText(people.length)} to the gallery`}
        </Button>
        <Button
          onClick={() => {
            download(
              new Blob([tableOf(sorting.groups, sorting.faces)], { type: 'text/csv' }),
              'facet-people.csv',
            );
          }}
        >
          Download the table (CSV)
        </Button>
        <CheckField small checked={keepPictures} onChange={setKeepPictures}>
          Keep a small picture of each face
        </CheckField>
      </div>
      <p className="small muted">
        {people.length === 0 ? 'Name a group to add it. ' : ''}The gallery is stored in this browser only,
        with up to {MAX_VECTORS_PER_PERSON} faces of each person.
      </p>
      {gallery.problem !== null && (
        <Notice tone="warn" announce>
          <p>{gallery.problem}</p>
        </Notice>
      )}
      {taken === sorting.groups && (
        <Notice announce title="They are in your gallery">
          <p>
            <a href="#/playground/search">Search for them in a photo</a>, or{' '}
            <a href="#/live">with the live camera</a>.
          </p>
        </Notice>
      )}
    </div>
  );
}

/** Groups without a name are left out. */
function enrolmentsOf({ groups, faces }: Sorting, keepPictures: boolean): Enrolment[] {
  const faceOf = new Map(faces.map((face) => [face.id, face]));
  const addedAt = new Date().toISOString();
  return groups.flatMap((group, n) => {
    const name = group.name.trim() === '' ? null : cleanName(groupName(group, n));
    if (name === null) return [];
    const vectors = group.faces.flatMap((id): StoredVector[] => {
      const { vector, thumbnail = null } = faceOf.get(id) ?? {};
      if (vector === undefined) return [];
      return [
        { vector, model: VECTOR_MODEL, addedAt, ...(keepPictures && thumbnail !== null && { thumbnail }) },
      ];
    });
    return [{ name, vectors }];
  });
}
