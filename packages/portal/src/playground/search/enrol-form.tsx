import { useId, useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { useToast } from '../../design/toast.js';
import type { Failure } from '../../api/failure.js';
import { PhotoInput } from '../photo/photo-input.js';
import { photoId, type Photo } from '../photo/photo.js';
import { FailureNotice } from '../states/failure-notice.js';
import { cleanName, MOST_NAME_LENGTH, sameName, type Person, type Template } from './gallery.js';
import { EnrolPhoto, type ChosenForEnrolment } from './enrol-photo.js';
import { useTakeTemplates } from './use-take-templates.js';

const MOST_PHOTOS = 10;

interface EnrolFormProps {
  readonly people: readonly Person[];
  readonly onEnrol: (name: string, templates: readonly Template[]) => Promise<void>;
}

/** A name and photos become templates. */
export function EnrolForm({ people, onEnrol }: EnrolFormProps): ReactElement {
  const toast = useToast();
  const formId = useId();
  const takeTemplates = useTakeTemplates();
  const [name, setName] = useState('');
  const [nameError, setNameError] = useState<string | undefined>(undefined);
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [chosen, setChosen] = useState<Readonly<Record<string, ChosenForEnrolment>>>({});
  const [thumbnails, setThumbnails] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const ready = photos.flatMap((photo) => chosen[photoId(photo)] ?? []);
  const known = people.find((person) => sameName(person.name, name.trim()));

  async function enrol(): Promise<void> {
    const clean = cleanName(name);
    if (clean === null) {
      setNameError('Who is it? Type a name first.');
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const taken = await takeTemplates(ready, thumbnails);
      if ('failure' in taken) {
        setFailure(taken.failure);
        return;
      }
      await onEnrol(clean, taken.templates);
      toast(`${clean} is enrolled with ${photosText(taken.templates.length)}.`);
      setName('');
      setPhotos([]);
      setChosen({});
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="stack">
      {/* Only the name: the photo's address is a form of its own. */}
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready.length > 0) void enrol();
        }}
      >
        <Field
          label="Name"
          value={name}
          maxLength={MOST_NAME_LENGTH}
          autoComplete="off"
          error={nameError}
          hint={
            known === undefined ? undefined : `${known.name} is enrolled already; these photos are added.`
          }
          onChange={(event) => {
            setName(event.target.value);
            setNameError(undefined);
          }}
        />
      </form>
      {photos.length > 0 && (
        <ul className="pg-enrol-photos" aria-label="Photos to enrol">
          {photos.map((photo) => (
            <EnrolPhoto
              key={photoId(photo)}
              photo={photo}
              onChosen={(face) => {
                setChosen((before) => ({ ...before, [photoId(photo)]: face }));
              }}
              onRemove={() => {
                setPhotos((before) => before.filter((other) => other !== photo));
              }}
            />
          ))}
        </ul>
      )}
      {photos.length < MOST_PHOTOS && (
        <PhotoInput
          label={photos.length === 0 ? 'Photos of this person' : 'More photos of this person'}
          most={MOST_PHOTOS - photos.length}
          takesPaste={false}
          onPhotos={(given) => {
            setPhotos((before) => [
              ...before,
              ...given.filter((photo) => !before.some((other) => photoId(other) === photoId(photo))),
            ]);
          }}
        />
      )}
      <label className="pg-check">
        <input
          type="checkbox"
          checked={thumbnails}
          onChange={(event) => {
            setThumbnails(event.target.checked);
          }}
        />
        Keep a small picture of the face in this browser too
      </label>
      {failure !== null && <FailureNotice failure={failure} onRetry={() => void enrol()} />}
      <div className="row">
        <Button type="submit" form={formId} look="primary" busy={busy} disabled={ready.length === 0}>
          {ready.length === 0 ? 'Enrol' : `Enrol with ${photosText(ready.length)}`}
        </Button>
      </div>
    </div>
  );
}

const photosText = (count: number): string => (count === 1 ? 'one photo' : `${count} photos`);
