import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { Notice } from '../../design/states.js';
import { randomId } from '../../playground/photo/photo.js';
import {
  cleanName,
  MAX_NAME_LENGTH,
  MAX_PEOPLE,
  sameName,
  withTemplates,
} from '../../playground/search/gallery.js';
import { makeThumbnail } from '../../playground/search/templates.js';
import { useGallery } from '../../playground/search/use-gallery.js';
import type { EnrolmentPhoto } from './enrolment-photo.js';

interface KeepFormProps {
  readonly photo: EnrolmentPhoto;
  /** Whose gallery it is. */
  readonly owner: string;
}

/** Keeps the template, with a small picture, in the gallery of this browser. */
export function SaveTemplateForm({ photo, owner }: KeepFormProps): ReactElement {
  const { people, problem, put } = useGallery(owner);
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
    if (people.length >= MAX_PEOPLE && !people.some((person) => sameName(person.name, clean))) {
      setError(`The gallery is full: it holds up to ${MAX_PEOPLE} people.`);
      return;
    }
    setBusy(true);
    const thumbnail = await makeThumbnail(photo.bytes, photo.box, photo.size);
    const template = {
      vector: photo.vector,
      addedAt: new Date().toISOString(),
      model: photo.model,
      ...(thumbnail !== null && { thumbnail }),
    };
    await put([withTemplates(people, clean, [template], randomId)]);
    setBusy(false);
    setKept(clean);
  }

  if (kept !== null)
    return (
      <Notice announce title={`${kept} is in your gallery`}>
        <p>
          The template and a small picture are kept in this browser only.{' '}
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
        hint="The template is kept in the gallery of this browser, nowhere else."
        value={name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={error}
        onChange={(event) => {
          setName(event.target.value);
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
