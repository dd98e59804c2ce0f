import type { CSSProperties, ReactElement, ReactNode, RefObject } from 'react';
import { Button, ButtonLink } from '../design/button.js';
import type { Camera } from './use-camera.js';
import './camera.css';

interface CameraPictureProps {
  readonly camera: Camera;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** Whether the camera should run; it may still give no picture. */
  readonly running: boolean;
  readonly onRetry: () => void;
  readonly onStop: () => void;
  /** What is going on, as a short text. */
  readonly status: string;
  /** Drawn over the picture while there is one. */
  readonly overlay?: ReactNode;
  /** Shown instead of the picture while the camera is off. */
  readonly children?: ReactNode;
}

/** The video with a canvas over it, or why there is none. */
export function CameraPicture(props: CameraPictureProps): ReactElement {
  const { camera, canvas, running, onRetry, onStop, status, overlay, children } = props;
  const { video, size, problem, facing, flip, onPicture } = camera;
  const shape = size === null ? {} : { '--ratio': String(size.width / size.height) };
  return (
    <div className="stage stage-camera">
      {running && problem === null && (
        <div className="camera-frame" style={shape as CSSProperties} data-live={size !== null}>
          <video
            ref={video}
            data-mirrored={facing === 'user'}
            autoPlay
            muted
            playsInline
            aria-label="Live camera picture"
            onLoadedData={onPicture}
            onResize={onPicture}
          />
          <canvas ref={canvas} aria-hidden="true" />
          {size !== null && overlay}
        </div>
      )}
      {running && problem === null && size === null && (
        <p className="camera-message" role="status">
          Starting the camera. Your browser may ask for permission.
        </p>
      )}
      {running && problem !== null && (
        <div className="camera-message" role="alert">
          <h2>No picture from the camera</h2>
          <p>{problem}</p>
          <div className="row">
            <Button small look="primary" onClick={onRetry}>
              Try again
            </Button>
            <ButtonLink small href="#/playground/faces">
              Use a photo
            </ButtonLink>
            <Button small onClick={onStop}>
              Close the camera
            </Button>
          </div>
        </div>
      )}
      {children}
      {running && problem === null && (
        <div className="camera-strip">
          <p>{size !== null && status}</p>
          <Button small onClick={flip}>
            Switch camera
          </Button>
          <Button small onClick={onStop}>
            Stop
          </Button>
        </div>
      )}
    </div>
  );
}
