import { useState, type ReactElement, type ReactNode } from 'react';
import { Button } from '../../design/button.js';
import { Notice } from '../../design/notice.js';
import type { CallState } from '../api/use-call.js';
import { collectTransfer } from '../photo/collect.js';
import type { Photo } from '../photo/photo.js';
import { PhotoInput } from '../photo/photo-input.js';
import { useDrop } from '../photo/use-drop.js';
import { usePaste } from '../photo/use-paste.js';
import { CallProgress } from '../states/call-progress.js';
import { FailureNotice } from '../states/failure-notice.js';
import { useWorkbench, type SlotName } from '../workbench.js';
import type { Detection } from './face.js';
import type { FaceMarks } from './face-marks.js';
import { FacePhoto } from './face-photo.js';

interface PhotoSlotProps {
  readonly name: SlotName;
  readonly label: string;
  readonly state: CallState<Detection>;
  readonly onRetry: () => void;
  readonly marks: FaceMarks;
  readonly points?: boolean;
  readonly takesPaste?: boolean;
  readonly children?: ReactNode;
}

/** A place for one photo: how to give it, then the photo with its faces, or why there are none. */
export function PhotoSlot(props: PhotoSlotProps): ReactElement {
  const { name, label, takesPaste = true } = props;
  const { slots, setPhoto } = useWorkbench();
  const { photo } = slots[name];
  const place = ([given]: readonly Photo[]): void => {
    if (given !== undefined) setPhoto(name, given);
  };
  if (photo === null) return <PhotoInput label={label} onPhotos={place} takesPaste={takesPaste} />;
  return <FilledSlot {...props} photo={photo} />;
}

function FilledSlot(props: PhotoSlotProps & { readonly photo: Photo }): ReactElement {
  const { name, photo, state, onRetry, marks, points = true, takesPaste = true, children } = props;
  const { setPhoto, maxImageBytes } = useWorkbench();
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = (data: DataTransfer): void => {
    const { photos, refusal: words } = collectTransfer(data, 1, maxImageBytes);
    setRefusal(words);
    if (photos[0] !== undefined) setPhoto(name, photos[0]);
  };
  const [over, dropHandlers] = useDrop(take);
  usePaste(takesPaste, take);
  const empty = (): void => {
    setPhoto(name, null);
  };
  return (
    <div className={`pg-slot${over ? ' pg-input-over' : ''}`} {...dropHandlers}>
      {state.status === 'failed' && (
        <FailureNotice failure={state.failure} onRetry={onRetry} onOtherPhoto={empty} />
      )}
      {state.status === 'done' && state.data.faces.length === 0 && <NoFace />}
      {refusal !== null && (
        <Notice tone="danger" announce>
          <p>{refusal}</p>
        </Notice>
      )}
      <FacePhoto
        photo={photo}
        detection={state.status === 'done' ? state.data : null}
        marks={marks}
        points={points}
        overlay={
          state.status === 'running' ? (
            <CallProgress waiting={state.waiting} work="Looking for faces" />
          ) : undefined
        }
      />
      <div className="row">
        <Button small onClick={empty}>
          Another photo
        </Button>
        {children}
      </div>
    </div>
  );
}

function NoFace(): ReactElement {
  return (
    <Notice tone="warn" announce title="No face found">
      <p>
        The service sees no face here. Try a photo in which a face is larger, brighter, or turned to the
        camera.
      </p>
    </Notice>
  );
}
