import { useCallback, useState, type ReactElement } from 'react';
import { cameraProblem, useCamera } from '../../camera/use-camera.js';
import { reduceFrame } from '../../analysis/reduce-picture.js';
import { Button } from '../../design/button.js';
import { Dialog, DialogActions } from '../../design/dialog.js';
import { Notice } from '../../design/states.js';
import { filePhoto, type Photo } from './photo.js';

interface CameraProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onPhoto: (photo: Photo) => void;
}

export function CameraDialog({ open, onClose, onPhoto }: CameraProps): ReactElement {
  const [attempt, setAttempt] = useState(0);
  return (
    <Dialog open={open} title="Take a photo" onClose={onClose}>
      <Camera
        key={attempt}
        onClose={onClose}
        onPhoto={onPhoto}
        onAgain={() => {
          setAttempt(attempt + 1);
        }}
      />
    </Dialog>
  );
}

interface OpenCameraProps extends Omit<CameraProps, 'open'> {
  readonly onAgain: () => void;
}

function Camera({ onClose, onPhoto, onAgain }: OpenCameraProps): ReactElement {
  const { video, size, problem: noPicture, facing, flip, onPicture } = useCamera(true);
  const [notTaken, setNotTaken] = useState<string | null>(null);
  const problem = noPicture ?? notTaken;

  const capture = useCallback(async () => {
    const picture = video.current === null ? null : await reduceFrame(video.current, FULL_FRAME);
    if (picture === null) setNotTaken(cameraProblem(null));
    else {
      onPhoto(filePhoto(picture.bytes, 'camera.jpg'));
      onClose();
    }
  }, [video, onClose, onPhoto]);

  return (
    <>
      {problem === null ? (
        <div className="pg-camera">
          <video
            ref={video}
            className={facing === 'user' ? 'pg-mirrored' : undefined}
            autoPlay
            muted
            playsInline
            aria-label="Live camera picture"
            onLoadedData={onPicture}
          />
          {size === null && <p role="status">Starting the camera. Your browser may ask for permission.</p>}
        </div>
      ) : (
        <Notice tone="warn" announce title="No picture from the camera">
          <p>{problem}</p>
        </Notice>
      )}
      <p className="muted small">Nothing is sent until you take the photo. It is analysed and not stored.</p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {problem === null ? (
          <>
            <Button onClick={flip}>Switch camera</Button>
            <Button look="primary" disabled={size === null} onClick={() => void capture()}>
              Take photo
            </Button>
          </>
        ) : (
          <Button look="primary" onClick={onAgain}>
            Try again
          </Button>
        )}
      </DialogActions>
    </>
  );
}

/** As many pixels as the camera has. */
const FULL_FRAME = { longest: Number.POSITIVE_INFINITY, jpegQuality: 0.92 };
