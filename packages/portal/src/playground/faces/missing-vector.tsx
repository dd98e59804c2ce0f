import type { ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { CallProgress } from '../states/call-progress.js';
import { FailureNotice } from '../states/failure-notice.js';
import { faceName, type Face } from './face.js';
import type { KnownVector } from './use-face-vector.js';

interface MissingVectorProps {
  readonly face: Face | null;
  readonly known: KnownVector;
}

/** Offers the call for a face that the analysis gave no vector, because it is not among the first ones; nothing where it is known. */
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
            Get that of {faceName(face).toLowerCase()} (1 call)
          </Button>
        </p>
      );
  }
}
