import { useEffect, useRef, useState } from 'react';
import { readDetection, type Detection, type Face } from '../../analysis/face.js';
import { requestKey, vectorsRequest } from '../../analysis/request.js';
import { responseHeaders } from '../../analysis/send.js';
import type { Failure } from '../../api/failure.js';
import type { ResponseCache, Waiting } from '../api/response-cache.js';
import { CALLS_AT_ONCE, inParallel } from '../api/series.js';
import { useMakeCall } from '../api/use-call.js';
import { photoId, type Photo } from '../photo/photo.js';
import { usePlayground } from '../playground-state.js';
import type { FaceVector } from '../search/nearest.js';

/** How many vectors one call gives. */
export const VECTORS_PER_CALL = 8;

/** The vectors of faces that the analysis of their photo has none of: it has those of the most prominent faces. */
export interface MoreVectors {
  /** By the number of the face. */
  readonly found: ReadonlyMap<number, FaceVector>;
  /** Faces without a vector, and the calls that they need. */
  readonly missing: number;
  readonly calls: number;
  /** Makes these calls. */
  readonly get: () => void;
  /** null: no call is being made. */
  readonly waiting: Waiting | null;
  readonly failure: Failure | null;
}

type Run =
  | { readonly status: 'running'; readonly waiting: Waiting }
  | { readonly status: 'failed'; readonly failure: Failure };

export function useMoreVectors(photo: Photo | null, detection: Detection | null): MoreVectors {
  const { cache } = usePlayground();
  const makeCall = useMakeCall();
  const [run, setRun] = useState<{ readonly of: string; readonly state: Run } | null>(null);
  const leaving = useRef(new AbortController());
  const id = photo === null ? '' : photoId(photo);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => {
      controller.abort();
    };
  }, [id]);

  const { found, missing } = knownVectors(cache, photo, detection?.faces ?? []);
  const get = (): void => {
    if (photo === null) return;
    const { signal } = leaving.current;
    const show = (state: Run | null): void => {
      if (!signal.aborted) setRun(state && { of: id, state });
    };
    show({ status: 'running', waiting: { phase: 'waiting' } });
    let failure: Failure | null = null;
    inParallel(chunksOf(missing), CALLS_AT_ONCE, async (faces) => {
      // The other calls would be rejected for the same reason.
      if (failure !== null || signal.aborted) return;
      const request = vectorsRequest(
        photo.source,
        faces.map(({ box }) => box),
      );
      const result = await makeCall({
        request,
        read: readDetection,
        signal,
        retryOnRateLimit: true,
        onProgress: (waiting) => {
          show({ status: 'running', waiting });
        },
      });
      if (!result.ok) failure = result.failure;
    }).then(
      () => {
        show(failure && { status: 'failed', failure });
      },
      // Cancelled, because there is another photo.
      () => undefined,
    );
  };
  const state = run?.of === id ? run.state : null;
  return {
    found,
    missing: missing.length,
    calls: Math.ceil(missing.length / VECTORS_PER_CALL),
    get,
    waiting: state?.status === 'running' ? state.waiting : null,
    failure: state?.status === 'failed' ? state.failure : null,
  };
}

interface KnownVectors {
  readonly found: ReadonlyMap<number, FaceVector>;
  readonly missing: readonly Face[];
}

/** What earlier calls have given, in whichever view they were made. */
function knownVectors(cache: ResponseCache, photo: Photo | null, faces: readonly Face[]): KnownVectors {
  const found = new Map<number, FaceVector>();
  let missing = faces.filter(({ vector }) => vector === null);
  // A call may give fewer vectors than it was asked for; the rest is then part of other calls.
  for (let before = missing.length + 1; photo !== null && missing.length < before;) {
    before = missing.length;
    for (const chunk of chunksOf(missing)) {
      const boxes = chunk.map(({ box }) => box);
      const response = cache.get(requestKey(vectorsRequest(photo.source, boxes)));
      if (response === undefined) continue;
      const { faces: given } = response.data as Detection;
      const model = responseHeaders(response.exchange).model ?? '';
      for (const [n, face] of chunk.entries()) {
        const vector = given[n]?.vector ?? null;
        if (vector !== null) found.set(face.id, { vector, model });
      }
    }
    missing = missing.filter(({ id }) => !found.has(id));
  }
  return { found, missing };
}

function chunksOf(faces: readonly Face[]): (readonly Face[])[] {
  const chunks = [];
  for (let at = 0; at < faces.length; at += VECTORS_PER_CALL)
    chunks.push(faces.slice(at, at + VECTORS_PER_CALL));
  return chunks;
}
