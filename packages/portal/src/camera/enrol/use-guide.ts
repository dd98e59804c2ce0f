import { useCallback, useEffect, useRef, useState } from 'react';
import type { Caller } from '../../analysis/analyse.js';
import type { Detection } from '../../analysis/face.js';
import { failureOf, type Failure } from '../../api/failure.js';
import type { Box } from '../../analysis/box.js';
import type { Camera } from '../use-camera.js';
import { checkFrame, nextAdvice, type Check } from './enrolment-checks.js';
import { takeEnrolmentPhoto, type EnrolmentPhoto, type FaceInFrame } from './enrolment-photo.js';

/** How many frames in a row must pass before the photo is taken. */
export const GOOD_FRAMES = 2;
/** Two frames that follow each other at once would show no movement. */
const CHECK_EVERY_MS = 200;
/** How long the advice about a rejected photo stays before the guide continues. */
const REJECTION_SHOWN_MS = 2500;

export interface Guide {
  readonly checks: readonly Check[];
  /** Frames in a row that passed. */
  readonly good: number;
  /** The photo is being sent. */
  readonly taking: boolean;
  /** The advice of the service about the last photo. */
  readonly rejection: readonly string[];
  readonly onDetection: (detection: Detection) => void;
}

interface GuideOptions {
  readonly caller: Caller;
  readonly camera: Camera;
  readonly onPhoto: (photo: EnrolmentPhoto) => void;
  readonly onFailure: (failure: Failure) => void;
}

/** Checks each frame, and takes the photo automatically when nothing is left to improve. */
export function useGuide(options: GuideOptions): Guide {
  const [checks, setChecks] = useState<readonly Check[]>([]);
  const [good, setGood] = useState(0);
  const [taking, setTaking] = useState(false);
  const [rejection, setRejection] = useState<readonly string[]>([]);
  const latest = useRef(options);
  latest.current = options;
  const progress = useRef({ box: null as Box | null, good: 0, busyUntil: 0 });
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => {
      controller.abort();
    };
  }, []);

  const take = useCallback(async (face: FaceInFrame) => {
    const { camera, caller, onPhoto, onFailure } = latest.current;
    const video = camera.video.current;
    if (video === null) return;
    const { signal } = leaving.current;
    progress.current.busyUntil = Number.POSITIVE_INFINITY;
    setTaking(true);
    try {
      const taken = await takeEnrolmentPhoto(video, face, caller, signal);
      if ('photo' in taken) {
        onPhoto(taken.photo);
        return;
      }
      setRejection(taken.advice);
      progress.current = { box: null, good: 0, busyUntil: performance.now() + REJECTION_SHOWN_MS };
      setGood(0);
    } catch (thrown) {
      if (!signal.aborted) onFailure(failureOf(thrown));
    } finally {
      setTaking(false);
    }
  }, []);

  const onDetection = useCallback(
    (detection: Detection) => {
      const now = progress.current;
      if (performance.now() < now.busyUntil) return;
      const width = latest.current.camera.size?.width ?? detection.imageSize.width;
      const next = checkFrame(detection, now.box, width / detection.imageSize.width);
      const box = detection.faces[0]?.box ?? null;
      now.box = box;
      now.busyUntil = performance.now() + CHECK_EVERY_MS;
      now.good = nextAdvice(next) === null ? now.good + 1 : 0;
      setChecks(next);
      setRejection([]);
      setGood(now.good);
      if (box !== null && now.good >= GOOD_FRAMES) void take({ box, frame: detection.imageSize });
    },
    [take],
  );
  return { checks, good, taking, rejection, onDetection };
}
