import { useEffect, useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import type { Box, Size } from '../faces/box.js';
import { FacePhoto } from '../faces/face-photo.js';
import { useHighlight } from '../faces/use-highlight.js';
import { useDetection } from '../faces/use-detection.js';
import type { Photo } from '../photo/photo.js';
import { CallProgress } from '../states/call-progress.js';
import { FailureNotice } from '../states/failure-notice.js';

export interface ChosenForEnrolment {
  readonly photo: Photo;
  readonly box: Box;
  readonly image: Size;
}

interface EnrolPhotoProps {
  readonly photo: Photo;
  /** Told whenever it is clear which face is meant. */
  readonly onChosen: (face: ChosenForEnrolment) => void;
  readonly onRemove: () => void;
}

/** One photo of the person: which face it is can be chosen where there are several. */
export function EnrolPhoto({ photo, onChosen, onRemove }: EnrolPhotoProps): ReactElement {
  const [state, retry] = useDetection(photo, { patient: true });
  const [faceId, setFaceId] = useState(0);
  const highlight = useHighlight();
  const detection = state.status === 'done' ? state.data : null;
  const face = detection?.faces.find(({ id }) => id === faceId);

  useEffect(() => {
    if (face !== undefined && detection !== null) {
      onChosen({ photo, box: face.box, image: detection.imageSize });
    }
  }, [face, detection, photo]);

  const count = detection?.faces.length ?? null;
  return (
    <li>
      <FacePhoto
        photo={photo}
        detection={detection}
        points={false}
        overlay={
          state.status === 'running' ? (
            <CallProgress waiting={state.waiting} work="Looking for faces" />
          ) : undefined
        }
        marks={{ ...highlight, chosen: faceId, onChoose: setFaceId }}
      />
      {state.status === 'failed' && (
        <FailureNotice failure={state.failure} onRetry={retry} onOtherPhoto={onRemove} />
      )}
      {count === 0 && <p role="status">No face found; this photo will not be used.</p>}
      {count !== null && count > 1 && (
        <p className="small muted">
          <strong>Face {faceId + 1}</strong> is taken; click the face that is meant.
        </p>
      )}
      <Button small onClick={onRemove} aria-label={`Remove ${photo.name}`}>
        Remove
      </Button>
    </li>
  );
}
