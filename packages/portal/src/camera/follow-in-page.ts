import type { AttributedFace, TrackedFace, TrackedFaces } from '@facet/browser';
import type { Detection } from '../analysis/face.js';
import { faceOf, jsonOf, photoFailure, withLoading, type OnLoading } from '../analysis/in-page.js';
import { EXTRAS } from '../analysis/shown-extras.js';

/** The expression comes with every frame. */
const UNTRACKED = EXTRAS.filter((name) => name !== 'expression');

interface FollowedFrame {
  readonly detection: Detection;
  /** From when the frame was shown to its result. */
  readonly millis: number;
  readonly text: string;
}

/** How closely the faces are looked at. */
export interface FollowRules {
  readonly maxFaces: number;
  /** Age, gender and quality change slowly: each face is looked at again after this time. */
  readonly describeEveryMs: number;
  /** Whether a frame with a face that has not been looked at yet is left out, instead of only that face. */
  readonly onlyComplete: boolean;
}

interface FollowOptions extends FollowRules {
  readonly onLoading: OnLoading;
  readonly onFrame: (frame: FollowedFrame) => void;
  readonly signal: AbortSignal;
}

interface Described {
  readonly face: AttributedFace;
  readonly at: number;
}

/** Follows the faces of the camera in this page, until the signal aborts. Rejects if this browser cannot. */
export function followInPage(video: HTMLVideoElement, options: FollowOptions): Promise<void> {
  const { maxFaces, describeEveryMs, onlyComplete, onLoading, onFrame, signal } = options;
  return withLoading(onLoading, async (facet) => {
    const described = new Map<number, Described>();
    let looking: Promise<void> | null = null;
    let failure = null as Error | null;
    /** One closer look at a time: the worker does one thing after the other. */
    const look = (work: () => Promise<void>): void => {
      looking ??= work()
        .catch((error: unknown) => {
          // A camera that has no picture at the moment may have one later.
          if (signal.aborted || photoFailure(error) !== null) return;
          failure ??= error instanceof Error ? error : new Error(String(error));
          tracking.stop();
        })
        .finally(() => {
          looking = null;
        });
    };
    const describe = async ({ id, box }: TrackedFace): Promise<void> => {
      const faces = { kind: 'boxes', boxes: [box] } as const;
      const { faces: found } = await facet.analyse(video, { faces, extras: UNTRACKED, signal });
      const [face] = found;
      if (face !== undefined) described.set(id, { face, at: performance.now() });
    };
    const searchWhole = async (): Promise<void> => {
      const started = performance.now();
      const faces = { kind: 'detect', maxFaces } as const;
      const analysis = await facet.analyse(video, { faces, extras: EXTRAS, signal });
      if (signal.aborted) return;
      const { imageSize, faces: found } = analysis;
      const detection = { faces: found.map(faceOf), imageSize };
      const millis = performance.now() - started;
      onFrame({ detection, millis, text: jsonOf({ imageSize, faces: found }) });
    };
    const onResult = ({ faces, imageSize, timeMs }: TrackedFaces): void => {
      if (signal.aborted) return;
      // Tracking begins with large faces. Somebody who is far away is still there.
      if (faces.length === 0) {
        look(searchWhole);
        return;
      }
      const due = mostDue(faces, described, describeEveryMs);
      if (due !== null) look(() => describe(due));
      const known = faces.flatMap((face) => {
        const before = described.get(face.id);
        return before === undefined ? [] : [{ ...before.face, ...face }];
      });
      // What is not known yet is shown with the next frames.
      if (faces.length > known.length && (onlyComplete || known.length === 0)) return;
      const detection = { faces: known.map((face) => faceOf(face, face.id)), imageSize };
      const millis = performance.now() - timeMs;
      onFrame({ detection, millis, text: jsonOf({ imageSize, faces: known }) });
    };
    const tracking = facet.track(video, onResult, { maxFaces, expression: true, signal });
    await tracking.ended;
    if (failure !== null) throw failure;
  });
}

/** The face that was described longest ago, if at all; null: all were described a moment ago. */
function mostDue(
  faces: readonly TrackedFace[],
  described: ReadonlyMap<number, Described>,
  everyMs: number,
): TrackedFace | null {
  const at = ({ id }: TrackedFace): number => described.get(id)?.at ?? -Infinity;
  const [oldest] = faces.toSorted((a, b) => at(a) - at(b));
  return oldest !== undefined && performance.now() - at(oldest) >= everyMs ? oldest : null;
}
