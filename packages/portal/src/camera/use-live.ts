import { useEffect, useRef, useState, type RefObject } from 'react';
import { analyse, callerKey, type Analysis, type Caller } from '../analysis/analyse.js';
import { readDetection, type Detection } from '../analysis/face.js';
import { reduceFrame, type ReducedPicture } from '../analysis/reduce-picture.js';
import { detailedFacesRequest, pictureSource, recognitionRequest } from '../analysis/request.js';
import { responseHeaders } from '../analysis/send.js';
import { sleep } from '../api/call.js';
import { usePlayground } from '../playground/playground-state.js';
import type { Person } from '../playground/search/gallery.js';
import { namesOf } from '../playground/search/nearest.js';
import { drawFaces, type Drawing } from './draw-faces.js';
import { runLoop, type LoopEnd } from './live-loop.js';
import { follow } from './track.js';
import type { Camera } from './use-camera.js';

/** A detector that looks for people at arm's length needs no more, and the frame is a few dozen kilobytes. */
const FRAME_SIDE = 640;
const MAX_FACES = 8;
/** Trial calls per hour are limited: slower frames last longer. */
const TRIAL_GAP_MS = 250;

export interface Live {
  /** The faces in view, numbered as long as they stay; null before the first response. */
  readonly detection: Detection | null;
  /** Who they are, by their numbers. */
  readonly names: ReadonlyMap<number, string>;
  readonly text: string;
  readonly calls: number;
  readonly millis: number | null;
  readonly framesPerSecond: number | null;
  /** Calls left this month, or of the trial this hour; null: no quota. */
  readonly left: number | null;
  /** Seconds that the service requires to wait. */
  readonly wait: number;
  /** Whether the service has not responded for a while. */
  readonly silent: boolean;
}

const NOTHING: Live = {
  detection: null,
  names: new Map(),
  text: '',
  calls: 0,
  millis: null,
  framesPerSecond: null,
  left: null,
  wait: 0,
  silent: false,
};

interface LiveOptions {
  readonly caller: Caller;
  readonly camera: Camera;
  readonly running: boolean;
  /** Whether the faces are drawn over the picture. */
  readonly drawn?: boolean;
  /** The face whose card is pointed at. */
  readonly highlighted?: number | null;
  /** Who is to be recognised; nobody: the service computes no vectors. */
  readonly people?: readonly Person[];
  readonly onEnd: (end: LoopEnd) => void;
  readonly onDetection?: (detection: Detection) => void;
}

/** Sends the camera's frames to the service while it runs, and draws the faces on the canvas. */
export function useLive(options: LiveOptions): readonly [Live, RefObject<HTMLCanvasElement | null>] {
  const { caller, camera, running, drawn = true } = options;
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const [live, setLive] = useState(NOTHING);
  const { recordExchange } = usePlayground();
  const latest = useRef(options);
  latest.current = options;
  const ready = running && camera.size !== null;

  useEffect(() => {
    const video = camera.video.current;
    if (!ready || video === null) return undefined;
    const stopped = new AbortController();
    drawing.current = null;
    const onResponse = (
      { data: detection, exchange }: Analysis<Detection>,
      { size: frame }: ReducedPicture,
    ): void => {
      const now = performance.now();
      const before = drawing.current;
      const found = namesOf(detection.faces, responseHeaders(exchange).model, latest.current.people ?? []);
      const tracks = follow(before?.tracks ?? [], detection, now, found);
      drawing.current = { tracks, respondedAt: now, frame, mirrored: false, highlighted: null };
      const current = tracks.filter(({ seenAt }) => seenAt === now);
      const faces = current.map(({ face }) => face);
      setLive((shown) => ({
        detection: { faces, imageSize: frame },
        names: new Map(current.flatMap(({ id, named }) => (named === null ? [] : [[id, named.name]]))),
        text: exchange.text,
        calls: shown.calls + 1,
        millis: exchange.millis,
        framesPerSecond: smoothRate(shown.framesPerSecond, before === null ? null : now - before.respondedAt),
        left: responseHeaders(exchange).quota?.remaining ?? null,
        wait: 0,
        silent: false,
      }));
      recordExchange(exchange);
      latest.current.onDetection?.(detection);
    };
    runLoop(
      {
        grab: () => reduceFrame(video, { longest: FRAME_SIDE }),
        analyse: ({ bytes }, signal) => {
          const frame = pictureSource(bytes, 'frame.jpg');
          const isRecognised = (latest.current.people ?? []).length > 0;
          const request = (isRecognised ? recognitionRequest : detailedFacesRequest)(frame, MAX_FACES);
          return analyse(latest.current.caller, request, readDetection, signal);
        },
        onResponse,
        onWait: (wait) => {
          setLive((shown) => ({ ...shown, wait }));
        },
        sleep,
        now: () => performance.now(),
        minGapMs: latest.current.caller.kind === 'trial' ? TRIAL_GAP_MS : 0,
      },
      stopped.signal,
    ).then(
      (end) => {
        if (!stopped.signal.aborted) latest.current.onEnd(end);
      },
      // Stopped on purpose.
      () => undefined,
    );
    return () => {
      stopped.abort();
    };
  }, [ready, callerKey(caller), camera.facing]);

  useEffect(() => {
    if (!ready || !drawn) return undefined;
    let next = 0;
    const draw = (now: number): void => {
      const { camera: shown, highlighted = null } = latest.current;
      if (canvas.current !== null && drawing.current !== null) {
        drawFaces(
          canvas.current,
          { ...drawing.current, highlighted, mirrored: shown.facing === 'user' },
          now,
        );
      }
      next = requestAnimationFrame(draw);
    };
    next = requestAnimationFrame(draw);
    return () => {
      cancelAnimationFrame(next);
    };
  }, [ready, drawn]);

  useEffect(() => {
    if (!ready) return undefined;
    const timer = setTimeout(() => {
      setLive((shown) => ({ ...shown, silent: true }));
    }, SILENCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [ready, live.calls]);

  return [live, canvas];
}

/** A response that takes longer than this is worth a word. */
const SILENCE_MS = 5_000;

const NEW_RATE_WEIGHT = 0.3;

function smoothRate(before: number | null, gapMs: number | null): number | null {
  if (gapMs === null || gapMs <= 0) return before;
  const rate = 1000 / gapMs;
  return before === null ? rate : before + (rate - before) * NEW_RATE_WEIGHT;
}
