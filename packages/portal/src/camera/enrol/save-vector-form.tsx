import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { Notice } from '../../design/states.js';
import { filePhoto } from '../../playground/photo/photo.js';
import { cleanName, MAX_NAME_LENGTH } from '../../playground/search/gallery.js';
import { storedVectorOf } from '../../playground/search/stored-vector.js';
import { useEnrol, useGallery } from '../../playground/search/use-gallery.js';
import type { EnrolmentPhoto } from './enrolment-photo.js';

interface SaveVectorFormProps {
  readonly photo: EnrolmentPhoto;
  /** Whose gallery it is. */
  readonly owner: string;
}

/** Stores the vector, with a small picture, in the gallery of this browser. */
export function SaveVectorForm({ photo, owner }: SaveVectorFormProps): ReactElement {
  const gallery = useGallery(owner);
  const { people, problem } = gallery;
  const enrol = useEnrol(gallery);
  const [name, setName] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [kept, setKept] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function keep(): Promise<void> {
    if (people === null) return;
    const clean = cleanName(name);
    if (clean === null) {
      setError('Enter a name.');
      return;
    }
    setBusy(true);
    const { bytes, box, size: image, vector, model } = photo;
    const face = { photo: filePhoto(bytes, 'enrolment.jpg'), box, image, vector, model };
    const added = await enrol([{ name: clean, vectors: [await storedVectorOf(face, true)] }]);
    setBusy(false);
    if (added) setKept(clean);
  }

  if (kept !== null)
    return (
      <Notice announce title={`${kept} is in your gallery`}>
        <p>
          The vector and a small picture are stored in this browser only.{' '}
          <a href="#/playground/search">Search with it</a>
        </p>
      </Notice>
    );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      {problem !== null && (
        <Notice tone="warn">
          <p>{problem}</p>
        </Notice>
      )}
      <Field
        label="Name"
        hint="The vector is stored in the gallery of this browser, nowhere else."
        value={name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={error}
        onChange={(typed) => {
          setName(typed);
          setError(undefined);
        }}
      />
      <div className="row">
        <Button type="submit" look="primary" busy={busy} disabled={people === null}>
          Keep in the gallery
        </Button>
      </div>
    </form>
  );
}
