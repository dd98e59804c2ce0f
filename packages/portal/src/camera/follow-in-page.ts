import type { AttributedFace, TrackedFace, TrackedFaces } from '@facet/browser';
import type { Detection } from '../analysis/face.js';
import { faceOf, jsonOf, withLoading, type OnLoading } from '../analysis/in-page.js';

export interface FollowedFrame {
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
    let describing: Promise<void> | null = null;
    const describe = async ({ id, box }: TrackedFace): Promise<void> => {
      const faces = { kind: 'boxes', boxes: [box] } as const;
      const { faces: found } = await facet.analyse(video, { faces, extras: ['quality'], signal });
      const [face] = found;
      if (face !== undefined) described.set(id, { face, at: performance.now() });
    };
    const onResult = ({ faces, imageSize, timeMs }: TrackedFaces): void => {
      if (signal.aborted) return;
      const due = mostDue(faces, described, describeEveryMs);
      if (due !== null)
        describing ??= describe(due)
          // The next frame tries again; an engine that has ended also ends the tracking.
          .catch(() => undefined)
          .finally(() => {
            describing = null;
          });
      const known = faces.flatMap((face) => {
        const before = described.get(face.id);
        return before === undefined ? [] : [{ ...before.face, ...face }];
      });
      // Nobody, or faces whose age is not known yet: those are shown with the next frames.
      if (faces.length > known.length && (onlyComplete || known.length === 0)) return;
      const detection = { faces: known.map((face) => faceOf(face, face.id)), imageSize };
      const millis = performance.now() - timeMs;
      onFrame({ detection, millis, text: jsonOf({ imageSize, faces: known }) });
    };
    await facet.track(video, onResult, { maxFaces, expression: true, signal }).ended;
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
