import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { cameraProblem } from '../playground/photo/camera-problem.js';
import type { Size } from '../playground/faces/box.js';
import { openCamera, stopCamera, type Facing } from './open-camera.js';

export interface Camera {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** The size of its picture; null while there is none. */
  readonly size: Size | null;
  /** Why there is no picture, in words. */
  readonly problem: string | null;
  readonly facing: Facing;
  readonly flip: () => void;
  /** For the video element: its first picture is there. */
  readonly onPicture: () => void;
}

/** The camera is on while `on` is true and this is shown; otherwise its light goes out. */
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
