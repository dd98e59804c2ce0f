import { useEffect, useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { answerHeaders } from '../api/exchange.js';
import { PhotoCanvas } from '../canvas/photo-canvas.js';
import { useAnalysis } from '../faces/use-analysis.js';
import { useFaceVector } from '../faces/use-face-vector.js';
import { useHighlight } from '../faces/use-highlight.js';
import type { Photo } from '../photo/photo.js';
import { CallProgress } from '../states/call-progress.js';
import { FailureNotice } from '../states/failure-notice.js';
import type { EnrolledFace } from './templates.js';

interface EnrolPhotoProps {
  readonly photo: Photo;
  /** Called when the face to enrol is known. */
  readonly onChosen: (face: EnrolledFace) => void;
  readonly onRemove: () => void;
}

/** One photo of the person: which face it is can be chosen where there are several. */
export function EnrolPhoto({ photo, onChosen, onRemove }: EnrolPhotoProps): ReactElement {
  const [state, retry] = useAnalysis(photo, { patient: true });
  const [faceId, setFaceId] = useState(0);
  const highlight = useHighlight();
  const detection = state.status === 'done' ? state.data : null;
  const face = detection?.faces.find(({ id }) => id === faceId) ?? null;
  const { vector, run, state: asked } = useFaceVector(photo, face);

  useEffect(() => {
    if (face === null || detection === null || vector === null || state.status !== 'done') return;
    const model = answerHeaders(state.exchange).model ?? null;
    onChosen({ photo, box: face.box, image: detection.imageSize, vector, model });
  }, [face, detection, vector, photo]);

  const count = detection?.faces.length ?? null;
  return (
    <li>
      <PhotoCanvas
        photo={photo}
        detection={detection}
        marks={{ ...highlight, chosen: faceId, onChoose: setFaceId }}
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
        <Button small busy={asked.status === 'running'} onClick={run}>
          Use this face (1 call)
        </Button>
      )}
      <Button small look="quiet" onClick={onRemove} aria-label={`Remove ${photo.name}`}>
        Remove
      </Button>
    </li>
  );
}
