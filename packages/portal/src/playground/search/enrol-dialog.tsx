import { useEffect, useId, useState, type ReactElement } from 'react';
import { photosText } from '../../app/format.js';
import { Button } from '../../design/button.js';
import { Dialog, DialogActions } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { responseHeaders } from '../../analysis/send.js';
import { PhotoCanvas } from '../canvas/photo-canvas.js';
import { useAnalysis, useFaceVector } from '../faces/face-calls.js';
import { useHighlight } from '../../analysis/highlight.js';
import { PhotoInput } from '../photo/photo-input.js';
import { photoId, type Photo } from '../photo/photo.js';
import { usePhotoPicker } from '../photo/use-photo-picker.js';
import { CallProgress } from '../states/call-progress.js';
import { FailureNotice } from '../states/failure-notice.js';
import { cleanName, MAX_NAME_LENGTH, sameName, type Person } from './gallery.js';
import { storedVectorOf, type EnrolledFace } from './stored-vector.js';
import type { Enrol } from './use-gallery.js';

const MAX_PHOTOS = 10;

interface EnrolDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly people: readonly Person[];
  readonly keepPictures: boolean;
  readonly onEnrol: Enrol;
  /** Whose photos they are, if that is known. */
  readonly person?: Person;
}

export function EnrolDialog({ open, onClose, ...form }: EnrolDialogProps): ReactElement {
  const { person } = form;
  return (
    <Dialog
      open={open}
      title={person === undefined ? 'Enrol a person' : `Add photos of ${person.name}`}
      onClose={onClose}
    >
      <EnrolForm {...form} onDone={onClose} />
    </Dialog>
  );
}

type EnrolFormProps = Omit<EnrolDialogProps, 'open' | 'onClose'> & { readonly onDone: () => void };

/** A name and photos become vectors. */
function EnrolForm({ people, person, keepPictures, onEnrol, onDone }: EnrolFormProps): ReactElement {
  const formId = useId();
  const [name, setName] = useState(person?.name ?? '');
  const [nameError, setNameError] = useState<string | undefined>(undefined);
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [chosen, setChosen] = useState<Readonly<Record<string, EnrolledFace>>>({});
  const [busy, setBusy] = useState(false);
  const ready = photos.flatMap((photo) => chosen[photoId(photo)] ?? []);
  const known = people.find((other) => other !== person && sameName(other.name, name.trim()));
  const picker = usePhotoPicker((given) => {
    setPhotos((before) => [
      ...before,
      ...given.filter((photo) => !before.some((other) => photoId(other) === photoId(photo))),
    ]);
  }, MAX_PHOTOS - photos.length);

  async function enrol(): Promise<void> {
    const clean = cleanName(name);
    if (clean === null) {
      setNameError('Enter a name.');
      return;
    }
    setBusy(true);
    const vectors = await Promise.all(ready.map((face) => storedVectorOf(face, keepPictures)));
    const added = await onEnrol([{ name: clean, vectors }]);
    setBusy(false);
    if (added) onDone();
  }

  return (
    <div className="stack">
      {/* Only the name: the image URL is a form of its own. */}
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
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          readOnly={person !== undefined}
          error={nameError}
          hint={
            known === undefined ? undefined : `${known.name} is enrolled already; these photos are added.`
          }
          onChange={(typed) => {
            setName(typed);
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
      {photos.length < MAX_PHOTOS && (
        <PhotoInput
          label={photos.length === 0 ? 'Photos of this person' : 'More photos of this person'}
          several
          picker={picker}
          takesPaste={false}
        />
      )}
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" form={formId} look="primary" busy={busy} disabled={ready.length === 0}>
          {ready.length === 0 ? 'Enrol' : `Enrol with ${photosText(ready.length)}`}
        </Button>
      </DialogActions>
    </div>
  );
}

interface EnrolPhotoProps {
  readonly photo: Photo;
  /** Called when the face to enrol is known. */
  readonly onChosen: (face: EnrolledFace) => void;
  readonly onRemove: () => void;
}

/** One photo of the person: which face it is can be chosen where there are several. */
function EnrolPhoto({ photo, onChosen, onRemove }: EnrolPhotoProps): ReactElement {
  const [state, retry] = useAnalysis(photo, { retryOnRateLimit: true });
  const [chosen, setFaceId] = useState<number | null>(null);
  const highlight = useHighlight();
  const detection = state.status === 'done' ? state.data : null;
  const faceId = chosen ?? detection?.prominent ?? 0;
  const face = detection?.faces.find(({ id }) => id === faceId) ?? null;
  const { vector, run, state: vectorCall } = useFaceVector(photo, face);

  useEffect(() => {
    if (face === null || detection === null || vector === null || state.status !== 'done') return;
    const model = responseHeaders(state.exchange).model ?? null;
    onChosen({ photo, box: face.box, image: detection.imageSize, vector, model });
  }, [face, detection, vector, photo]);

  const count = detection?.faces.length ?? null;
  return (
    <li>
      <PhotoCanvas
        photo={photo}
        detection={detection}
        selection={{ ...highlight, chosen: faceId, onChoose: setFaceId }}
        {...(state.status === 'running' && {
          overlay: <CallProgress waiting={state.waiting} work="Looking for faces" />,
        })}
      />
      {state.status === 'failed' && (
        <FailureNotice failure={state.failure} onRetry={retry} onOtherPhoto={onRemove} />
      )}
      {count === 0 && <p role="status">No face found; this photo will not be used.</p>}
      {count !== null && count > 1 && (
        <p className="small muted">
          <strong>Face {faceId + 1}</strong> is used. Click another face to use that one.
        </p>
      )}
      {face !== null && vector === null && (
        <Button small busy={vectorCall.status === 'running'} onClick={run}>
          Use this face (1 call)
        </Button>
      )}
      <Button small look="quiet" onClick={onRemove} aria-label={`Remove ${photo.name}`}>
        Remove
      </Button>
    </li>
  );
}
