import type { ReactElement } from 'react';
import { faceName } from '../../analysis/face-text.js';
import { readVector, type Detection, type Face, type Vector } from '../../analysis/face.js';
import { readPhoto } from '../../analysis/reading-order.js';
import { analysisRequest, vectorRequest } from '../../analysis/request.js';
import { Button } from '../../design/button.js';
import { useCall, useRun, type CallState } from '../api/use-call.js';
import type { Photo } from '../photo/photo.js';
import { CallProgress } from '../states/call-progress.js';
import { FailureNotice } from '../states/failure-notice.js';

/** Analyses a photo: one call, however many views show it. */
export const useAnalysis = (
  photo: Photo | null,
  options?: { readonly retryOnRateLimit?: boolean },
): readonly [CallState<Detection>, () => void] =>
  useCall(photo === null ? null : analysisRequest(photo.source), readPhoto, options);

export interface KnownVector {
  readonly vector: Vector | null;
  /** The call for a face without a vector in the analysis, which has those of the most prominent faces. */
  readonly state: CallState<Vector>;
  readonly run: () => void;
}

/** The vector of a face: from the analysis of its photo, or from a call that is made on demand. */
export function useFaceVector(photo: Photo | null, face: Face | null): KnownVector {
  const missing = photo !== null && face !== null && face.vector === null;
  const request = missing ? vectorRequest({ image: photo.source, box: face.box }, false) : null;
  const { state, run } = useRun(request, readVector);
  return { vector: face?.vector ?? (state.status === 'done' ? state.data : null), state, run };
}

interface MissingVectorProps {
  readonly face: Face | null;
  readonly known: KnownVector;
}

/** Offers the call for a face without a vector; renders nothing once the vector is known. */
export function MissingVector({
  face,
  known: { vector, state, run },
}: MissingVectorProps): ReactElement | null {
  if (face === null || vector !== null) return null;
  switch (state.status) {
    case 'running':
      return <CallProgress waiting={state.waiting} work="Computing the vector" />;
    case 'failed':
      return <FailureNotice failure={state.failure} onRetry={run} />;
    case 'idle':
    case 'done':
      return (
        <p className="row small">
          Only the most prominent faces come with a vector.
          <Button small onClick={run}>
            Get the vector of {faceName(face).toLowerCase()} (1 call)
          </Button>
        </p>
      );
  }
}
