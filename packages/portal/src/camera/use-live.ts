import { useEffect, useRef, useState, type RefObject } from 'react';
import { analyse, callerKey, type Analysis, type Caller } from '../analysis/analyse.js';
import type { Size } from '../analysis/box.js';
import { readDetection, type Detection } from '../analysis/face.js';
import { reportUnable, type Place } from '../analysis/place.js';
import { reduceFrame, type ReducedPicture } from '../analysis/reduce-picture.js';
import { detailedFacesRequest, pictureSource, recognitionRequest } from '../analysis/request.js';
import { responseHeaders } from '../analysis/send.js';
import { sleep } from '../api/call.js';
import { usePlayground } from '../playground/playground-state.js';
import type { Person } from '../playground/search/gallery.js';
import { namesOf } from '../playground/search/nearest.js';
import { drawFaces, type Drawing } from './draw-faces.js';
import { followInPage, type FollowRules } from './follow-in-page.js';
import { runLoop, type LoopEnd } from './live-loop.js';
import { follow } from './track.js';
import type { Camera } from './use-camera.js';

/** A detector that looks for people at arm's length needs no more, and the frame is a few dozen kilobytes. */
const FRAME_SIDE = 640;
const MAX_FACES = 8;
const FOLLOW_RULES: FollowRules = { maxFaces: MAX_FACES, describeEveryMs: 2000, onlyComplete: false };
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
  /** Whether there has been no response for a while. */
  readonly silent: boolean;
  /** What is being loaded before the first frame; empty: nothing. */
  readonly loading: string;
}

interface ShownFrame extends Pick<Live, 'millis' | 'text' | 'left'> {
  readonly detection: Detection;
  /** The size of the frame. */
  readonly frame: Size;
  /** Who the faces are, by their number in the detection. */
  readonly names?: ReadonlyMap<number, string>;
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
  loading: '',
};

interface LiveOptions {
  /** Where the frames are analysed. */
  readonly place: Place;
  /** For the page. Default: what is good enough to look at. */
  readonly followRules?: FollowRules;
  /** null: only the page analyses. */
  readonly caller: Caller | null;
  readonly camera: Camera;
  readonly running: boolean;
  /** Whether the faces are drawn over the picture. */
  readonly drawn?: boolean;
  /** The face whose card is pointed at. */
  readonly highlighted?: number | null;
  /** Who is to be recognised, by the server alone; nobody: it computes no vectors. */
  readonly people?: readonly Person[];
  readonly onEnd: (end: LoopEnd) => void;
  readonly onDetection?: (detection: Detection) => void;
}

/** Analyses the camera's frames while it runs, and draws the faces on the canvas. */
export function useLive(options: LiveOptions): readonly [Live, RefObject<HTMLCanvasElement | null>] {
  const { caller, camera, running, drawn = true, place, followRules = FOLLOW_RULES } = options;
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
    const show = ({ detection, frame, names, ...shown }: ShownFrame): void => {
      const now = performance.now();
      const before = drawing.current;
      const tracks = follow(before?.tracks ?? [], detection, now, names);
      drawing.current = { tracks, respondedAt: now, frame, mirrored: false, highlighted: null };
      const current = tracks.filter(({ seenAt }) => seenAt === now);
      const faces = current.map(({ face }) => face);
      setLive((earlier) => ({
        ...NOTHING,
        ...shown,
        detection: { faces, imageSize: frame },
        names: new Map(current.flatMap(({ id, named }) => (named === null ? [] : [[id, named.name]]))),
        calls: earlier.calls + (place === 'server' ? 1 : 0),
        framesPerSecond: smoothRate(
          earlier.framesPerSecond,
          before === null ? null : now - before.respondedAt,
        ),
      }));
      latest.current.onDetection?.(detection);
    };
    const stop = (): void => {
      stopped.abort();
    };
    if (place === 'page') {
      followInPage(video, {
        ...followRules,
        onLoading: (loading) => {
          if (!stopped.signal.aborted) setLive((shown) => ({ ...shown, loading }));
        },
        onFrame: ({ detection, millis, text }) => {
          show({ detection, frame: detection.imageSize, millis, text, left: null });
        },
        signal: stopped.signal,
      }).catch(() => {
        if (!stopped.signal.aborted) reportUnable();
      });
      return stop;
    }
    if (caller === null) return undefined;
    const onResponse = (
      { data: detection, exchange }: Analysis<Detection>,
      { size: frame }: ReducedPicture,
    ): void => {
      const { model, quota } = responseHeaders(exchange);
      const names = namesOf(detection.faces, model, latest.current.people ?? []);
      const { millis, text } = exchange;
      show({ detection, frame, names, millis, text, left: quota?.remaining ?? null });
      recordExchange(exchange);
    };
    runLoop(
      {
        grab: () => reduceFrame(video, { longest: FRAME_SIDE }),
        analyse: ({ bytes }, signal) => {
          const frame = pictureSource(bytes, 'frame.jpg');
          const isRecognised = (latest.current.people ?? []).length > 0;
          const request = (isRecognised ? recognitionRequest : detailedFacesRequest)(frame, MAX_FACES);
          return analyse(latest.current.caller ?? caller, request, readDetection, signal);
        },
        onResponse,
        onWait: (wait) => {
          setLive((shown) => ({ ...shown, wait }));
        },
        sleep,
        now: () => performance.now(),
        minGapMs: caller.kind === 'trial' ? TRIAL_GAP_MS : 0,
      },
      stopped.signal,
    ).then(
      (end) => {
        if (!stopped.signal.aborted) latest.current.onEnd(end);
      },
      // Stopped on purpose.
      () => undefined,
    );
    return stop;
  }, [ready, place, callerKey(caller), camera.facing]);

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
  }, [ready, live.detection]);

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
