import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { openCamera, stopCamera, type Facing } from '../../camera/open-camera.js';
import { Button } from '../../design/button.js';
import { Dialog, DialogActions } from '../../design/dialog.js';
import { Notice } from '../../design/notice.js';
import { cameraProblem } from './camera-problem.js';
import { filePhoto, type Photo } from './photo.js';

interface CameraProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onPhoto: (photo: Photo) => void;
}

export function CameraDialog({ open, onClose, onPhoto }: CameraProps): ReactElement {
  return (
    <Dialog open={open} title="Take a photo" onClose={onClose}>
      <Camera onClose={onClose} onPhoto={onPhoto} />
    </Dialog>
  );
}

function Camera({ onClose, onPhoto }: Omit<CameraProps, 'open'>): ReactElement {
  const video = useRef<HTMLVideoElement>(null);
  const [facing, setFacing] = useState<Facing>('user');
  const [problem, setProblem] = useState<string | null>(null);
  const [live, setLive] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const used = { current: true };
    setLive(false);
    setProblem(null);
    const stream = openCamera(facing);
    stream.then(
      (opened) => {
        if (used.current && video.current !== null) video.current.srcObject = opened;
      },
      (thrown: unknown) => {
        if (used.current) setProblem(cameraProblem(thrown));
      },
    );
    return () => {
      used.current = false;
      void stream.then(stopCamera, () => undefined);
    };
  }, [facing, attempt]);

  const capture = useCallback(async () => {
    const picture = video.current === null ? null : await pictureOf(video.current);
    if (picture === null) setProblem(cameraProblem(null));
    else {
      onPhoto(filePhoto(picture, 'camera.jpg'));
      onClose();
    }
  }, [onClose, onPhoto]);

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
            onLoadedData={() => {
              setLive(true);
            }}
          />
          {!live && <p role="status">Starting the camera. Your browser may ask for permission.</p>}
        </div>
      ) : (
        <Notice tone="warn" announce title="The camera gives no picture">
          <p>{problem}</p>
        </Notice>
      )}
      <p className="muted small">Nothing is sent until you take the photo. It is analysed and not stored.</p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {problem === null ? (
          <>
            <Button
              onClick={() => {
                setFacing(facing === 'user' ? 'environment' : 'user');
              }}
            >
              Switch camera
            </Button>
            <Button look="primary" disabled={!live} onClick={() => void capture()}>
              Take photo
            </Button>
          </>
        ) : (
          <Button
            look="primary"
            onClick={() => {
              setAttempt(attempt + 1);
            }}
          >
            Try again
          </Button>
        )}
      </DialogActions>
    </>
  );
}

const JPEG_QUALITY = 0.92;

function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY);
  });
}
