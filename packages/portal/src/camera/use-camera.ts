import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Size } from '../analysis/box.js';

export interface Camera {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** The size of its picture; null while there is none. */
  readonly size: Size | null;
  /** Why there is no picture, as a message. */
  readonly problem: string | null;
  readonly facing: Facing;
  readonly flip: () => void;
  /** For the video element: its first picture is there. */
  readonly onPicture: () => void;
}

/** The camera runs while `on` is true and the component is mounted. */
export function useCamera(on: boolean): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [facing, setFacing] = useState<Facing>('user');
  const [size, setSize] = useState<Size | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (!on) return undefined;
    const used = { current: true };
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
      setSize(null);
      void stream.then(stopCamera, () => undefined);
    };
  }, [on, facing]);

  const onPicture = useCallback(() => {
    const { videoWidth: width = 0, videoHeight: height = 0 } = video.current ?? {};
    if (width > 0) setSize({ width, height });
  }, []);
  const flip = useCallback(() => {
    setFacing((now) => (now === 'user' ? 'environment' : 'user'));
  }, []);
  return { video, size: on ? size : null, problem: on ? problem : null, facing, flip, onPicture };
}

type Facing = 'user' | 'environment';

/** Opens the camera; the browser asks the person for permission. */
function openCamera(facingMode: Facing): Promise<MediaStream> {
  // Typed as always there, but absent in an insecure context.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) return Promise.reject(new NoCameraHere());
  const video = { facingMode, width: { ideal: 1280 }, height: { ideal: 720 } };
  return devices.getUserMedia({ audio: false, video });
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** The browser gives this page no access to any camera. */
class NoCameraHere extends Error {
  override readonly name = 'NoCameraHere';
}

/** The message for an error of the camera. */
export function cameraProblem(thrown: unknown): string {
  switch (thrown instanceof Error ? thrown.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'Camera access is blocked. Allow it for this page in the address bar of your browser, then try again.';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'No camera was found on this device. Choose or drop a photo instead.';
    case 'NotReadableError':
    case 'AbortError':
      return 'Another program may be using the camera. Close it, then try again.';
    case 'NoCameraHere':
    case 'NotSupportedError':
      return 'Browsers allow the camera only over https or on localhost. Choose or drop a photo instead.';
    default:
      return 'The camera cannot be used here. Choose or drop a photo instead.';
  }
}

/** Calls back when the page is hidden: another tab, another program, a locked phone. */
export function useHidden(onHidden: () => void): void {
  const latest = useRef(onHidden);
  latest.current = onHidden;
  useEffect(() => {
    const changed = (): void => {
      if (document.hidden) latest.current();
    };
    document.addEventListener('visibilitychange', changed);
    return () => {
      document.removeEventListener('visibilitychange', changed);
    };
  }, []);
}
