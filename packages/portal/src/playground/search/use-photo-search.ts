import { VECTOR_MODEL } from '@facet/gallery/search';
import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '../../api/failure.js';
import { CALLS_AT_ONCE, inParallel } from '../api/series.js';
import { responseHeaders, type Exchange } from '../../analysis/send.js';
import { readVector, type Detection, type Face, type Vector } from '../../analysis/face.js';
import { requestKey, vectorRequest, type ApiRequest } from '../../analysis/request.js';
import { useMakeCall, type CallState, type Waiting } from '../api/use-call.js';
import { photoId, type Photo } from '../photo/photo.js';
import type { Person } from './gallery.js';
import { searchFaces, type FaceSearch, type FaceVector } from './nearest.js';

export interface SearchedFace {
  readonly face: Face;
  readonly vector: FaceVector | null;
  /** null: no call was needed. */
  readonly state: FaceVectorState | null;
  readonly search: FaceSearch | null;
}

export interface PhotoSearch {
  readonly faces: readonly SearchedFace[];
  /** Faces without a vector in the analysis; each costs a call. */
  readonly left: number;
  readonly searchRest: () => void;
  readonly retry: () => void;
  /** The service uses another model than this page expects. */
  readonly isStale: boolean;
}

/** Which of the enrolled people are in a photo. */
export function usePhotoSearch(
  photo: Photo | null,
  state: CallState<Detection>,
  people: readonly Person[],
): PhotoSearch {
  const [searchedInFull, setSearchedInFull] = useState<string | null>(null);
  const all = photo !== null && state.status === 'done' ? state.data.faces : [];
  const model = state.status === 'done' ? (responseHeaders(state.exchange).model ?? null) : null;
  const id = photo === null ? null : photoId(photo);
  const isFull = searchedInFull !== null && searchedInFull === id;
  const faces = isFull ? all : all.filter(({ vector }) => vector !== null);
  const requestOf = (face: Face): ReturnType<typeof vectorRequest> | null =>
    photo === null || face.vector !== null
      ? null
      : vectorRequest({ image: photo.source, box: face.box }, false);
  const [stateOf, retry] = useFaceVectors(faces.flatMap((face) => requestOf(face) ?? []));

  const searched = faces.map((face) => {
    const request = requestOf(face);
    const call = request === null ? null : stateOf(request);
    return { face, state: call, vector: vectorOf(face, model, call) };
  });
  const searches = searchFaces(
    searched.map(({ vector }) => (vector?.model === VECTOR_MODEL ? vector : null)),
    people,
  );
  return {
    faces: searched.map((one, n) => ({ ...one, search: searches[n] ?? null })),
    left: all.length - faces.length,
    searchRest: () => {
      setSearchedInFull(id);
    },
    retry,
    isStale: searched.some(({ vector }) => vector !== null && vector.model !== VECTOR_MODEL),
  };
}

function vectorOf(face: Face, model: string | null, call: FaceVectorState | null): FaceVector | null {
  if (face.vector !== null) return { vector: face.vector, model: model ?? '' };
  if (call?.status !== 'done') return null;
  return { vector: call.vector, model: responseHeaders(call.exchange).model ?? '' };
}

export type FaceVectorState =
  | { readonly status: 'running'; readonly waiting: Waiting }
  | { readonly status: 'done'; readonly vector: Vector; readonly exchange: Exchange }
  | { readonly status: 'failed'; readonly failure: Failure; readonly exchange: Exchange | null };

const STARTING: FaceVectorState = { status: 'running', waiting: { phase: 'sending', sent: 0 } };

/** The vectors of several faces, a few at a time, by the key of their requests; stops at the first failure. */
function useFaceVectors(
  requests: readonly ApiRequest[],
): readonly [(request: ApiRequest) => FaceVectorState, () => void] {
  const makeCall = useMakeCall();
  const [attempt, setAttempt] = useState(0);
  const [states, setStates] = useState<Readonly<Record<string, FaceVectorState>>>({});
  const keys = requests.map(requestKey).join('\n');

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setStates({});
    const show = (request: ApiRequest, state: FaceVectorState): void => {
      if (!signal.aborted) setStates((before) => ({ ...before, [requestKey(request)]: state }));
    };
    inParallel(requests, CALLS_AT_ONCE, async (request) => {
      const onProgress = (waiting: Waiting): void => {
        show(request, { status: 'running', waiting });
      };
      const result = await makeCall({
        request,
        read: readVector,
        signal,
        retryOnRateLimit: true,
        onProgress,
      });
      if (result.ok) {
        show(request, { status: 'done', vector: result.data, exchange: result.exchange });
        return;
      }
      show(request, { status: 'failed', failure: result.failure, exchange: result.exchange });
      // The other calls would be rejected for the same reason.
      if (result.failure.code?.startsWith('4') === true) throw new Error('The series was rejected.');
    }).catch(() => undefined);
    return () => {
      controller.abort();
    };
  }, [keys, attempt]);

  const retry = useCallback(() => {
    setAttempt((n) => n + 1);
  }, []);
  return [(request) => states[requestKey(request)] ?? STARTING, retry];
}
