import { useState, type ReactElement } from 'react';
import { useCaller } from '../analysis/analyse.js';
import { usePlace } from '../analysis/place.js';
import { EnrolmentStage } from '../camera/enrol/enrolment-stage.js';
import { Button } from '../design/button.js';
import { CheckField } from '../design/field.js';
import { PhotoInput } from '../playground/photo/photo-input.js';
import { usePhotoPicker } from '../playground/photo/use-photo-picker.js';
import { faceOfGuide, faceOfPhoto, type FaceToEnrol } from './face-to-enrol.js';
import { PhotoFaces } from './photo-faces.js';

interface EnrolPhotoProps {
  readonly face: FaceToEnrol | null;
  /** Whether the photo has to pass the enrolment check. */
  readonly strict: boolean;
  readonly onStrict: (strict: boolean) => void;
  readonly onFace: (face: FaceToEnrol | null) => void;
}

/** Where the face comes from: a photo, or the guided camera. */
export function EnrolPhoto({ face, strict, onStrict, onFace }: EnrolPhotoProps): ReactElement {
  const { caller } = useCaller();
  const { place } = usePlace();
  const [guided, setGuided] = useState(false);
  const picker = usePhotoPicker(([given]) => {
    if (given !== undefined) onFace(faceOfPhoto(given));
  });
  if (guided && caller !== null)
    return (
      <section className="try people-guide" aria-label="Enrolment photo">
        <EnrolmentStage
          caller={caller}
          onClose={() => {
            setGuided(false);
          }}
          onPhoto={(photo) => {
            setGuided(false);
            onFace(faceOfGuide(photo));
          }}
        />
      </section>
    );
  return (
    <div className="stack">
      <PhotoInput label="Photo of the person" picker={picker} photo={face?.photo ?? null} takesPaste />
      <div className="row">
        <Button
          onClick={() => {
            setGuided(true);
          }}
        >
          Guide to a good photo
        </Button>
        <span className="muted small">
          {place === 'page'
            ? 'With the camera: only the photo is sent, as one call.'
            : 'With the camera: each frame is one call, and so is the photo.'}
        </span>
      </div>
      {face !== null && <ChosenFace face={face} />}
      {face?.checked !== true && (
        <CheckField checked={strict} onChange={onStrict}>
          Only if the photo passes the enrolment check
        </CheckField>
      )}
    </div>
  );
}

function ChosenFace({ face: { photo, box, checked } }: { readonly face: FaceToEnrol }): ReactElement {
  return (
    <div className="people-chosen stack">
      <PhotoFaces photo={photo} boxes={box === null ? [] : [box]} labels={['']} />
      <p className="muted small">
        {checked
          ? 'The photo passed the enrolment check.'
          : box === null
            ? 'The most prominent face is enrolled. To choose another one, search for the photo first.'
            : 'The marked face is enrolled.'}{' '}
        The photo is not stored.
      </p>
    </div>
  );
}
