import { useEffect, type ReactElement, type ReactNode } from 'react';
import { MarkOutline } from '../../design/mark.js';
import { Notice } from '../../design/states.js';
import { NO_FACE_ADVICE } from '../../analysis/face-text.js';
import type { PhotoSlot } from '../faces/use-slot.js';
import { photoId } from '../photo/photo.js';
import { useLoadPicture } from '../photo/pictures.js';
import { useDrop } from '../photo/drop-and-paste.js';
import { CallProgress } from '../states/call-progress.js';
import { FailureNotice } from '../states/failure-notice.js';
import { usePlayground } from '../playground-state.js';
import { PhotoCanvas } from './photo-canvas.js';

interface PhotoStageProps {
  readonly slot: PhotoSlot;
  readonly points?: boolean;
  readonly names?: ReadonlyMap<number, string>;
  /** Shown in the lower left corner of the photo. */
  readonly tools?: ReactNode;
  /** Shown while there is no photo. */
  readonly invitation: ReactNode;
}

/** The photo of a slot with its faces, or an empty drop target. */
export function PhotoStage(props: PhotoStageProps): ReactElement {
  const { slot, points, names, tools, invitation } = props;
  const { name, photo, picker, state, retry, selection, detection } = slot;
  const { setPhoto } = usePlayground();
  const [over, dropHandlers] = useDrop(picker.takeTransfer);
  const loadPicture = useLoadPicture();
  useEffect(() => {
    // After the analysis: if the service could not load the picture for it, it is not requested again.
    if (photo?.source.kind === 'url' && state.status === 'done') loadPicture(photo.source.url);
  }, [photo, state.status, loadPicture]);
  return (
    <div className="pg-place" data-over={over} {...dropHandlers}>
      {photo === null ? (
        <div className="pg-invitation">
          <MarkOutline />
          {invitation}
        </div>
      ) : (
        <PhotoCanvas
          key={photoId(photo)}
          photo={photo}
          detection={detection}
          selection={selection}
          points={points ?? false}
          {...(names !== undefined && { names })}
          {...(tools !== undefined && { tools })}
          {...(state.status === 'running' && {
            overlay: <CallProgress waiting={state.waiting} work="Looking for faces" />,
          })}
        />
      )}
      <div className="pg-place-notices">
        {state.status === 'failed' && (
          <FailureNotice
            failure={state.failure}
            onRetry={retry}
            onOtherPhoto={() => {
              setPhoto(name, null);
            }}
          />
        )}
        {detection?.faces.length === 0 && <NoFace />}
      </div>
    </div>
  );
}

function NoFace(): ReactElement {
  return (
    <Notice tone="warn" announce title="No face found">
      <p>{NO_FACE_ADVICE}</p>
    </Notice>
  );
}
