import type { ReactElement } from 'react';
import { calls, facesText } from '../../app/format.js';
import { Button } from '../../design/button.js';
import { CallProgress } from '../states/call-progress.js';
import { FailureNotice } from '../states/failure-notice.js';
import type { MoreVectors } from './more-vectors.js';

interface MoreVectorsOfferProps {
  readonly more: MoreVectors;
  /** What is done with the faces: "Search", "Compare". */
  readonly verb: string;
  /** Where they are left out: "of the first photo". */
  readonly where?: string;
}

/** Says which faces are left out and why, and offers the calls that they need; renders nothing if there are none. */
export function MoreVectorsOffer({ more, verb, where = '' }: MoreVectorsOfferProps): ReactElement | null {
  const { missing, calls: needed, get, waiting, failure } = more;
  if (missing === 0) return null;
  if (waiting !== null) return <CallProgress waiting={waiting} work="Computing vectors" />;
  if (failure !== null) return <FailureNotice failure={failure} onRetry={get} />;
  return (
    <p className="pg-more-vectors row small">
      <span>
        {facesText(missing)}
        {where === '' ? '' : ` ${where}`} {missing === 1 ? 'is' : 'are'} left out: the analysis gives the
        vectors of the most prominent faces only.
      </span>
      <Button small onClick={get}>
        {verb} {missing === 1 ? 'one more face' : `${missing} more faces`} ({calls(needed)})
      </Button>
    </p>
  );
}
