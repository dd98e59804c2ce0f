import type { ReactElement } from 'react';
import { AccountLink } from '../app/account-link.js';
import { countdownText } from '../app/format.js';
import { useCountdown } from '../app/use-countdown.js';
import { Button, ButtonLink } from '../design/button.js';
import { FailureFacts } from '../design/states.js';
import { explainFailure } from '../playground/states/failure-notice.js';
import type { LoopEnd } from './live-loop.js';

/** Why the camera is off: the loop ended, or the page was hidden. */
export type Ended = LoopEnd | { readonly why: 'hidden' };

interface CameraPauseProps {
  readonly ended: Ended;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** Shown instead of the picture: why the camera is off, and how to go on. */
export function CameraPause({ ended, onAgain, onClose }: CameraPauseProps): ReactElement {
  const explained = ended.why === 'rejected' ? explainFailure(ended.failure) : null;
  const left = useCountdown(explained?.waitSeconds ?? null, ended);
  return (
    <div className="camera-message" role="alert">
      <h2>{explained?.title ?? 'Paused'}</h2>
      <p>{explained?.advice ?? PAUSED[ended.why]}</p>
      {ended.why === 'rejected' && <FailureFacts failure={ended.failure} />}
      <div className="row">
        {explained?.remedy === 'sign-up' && <AccountLink prominent />}
        {explained?.remedy === 'plans' && (
          <ButtonLink small look="primary" href="#/plans">
            See the plans
          </ButtonLink>
        )}
        <Button small disabled={left > 0} onClick={onAgain}>
          {left > 0 ? `Continue in ${countdownText(left)}` : 'Continue'}
        </Button>
        <Button small onClick={onClose}>
          Close the camera
        </Button>
      </div>
    </div>
  );
}

const PAUSED: Readonly<Record<Ended['why'], string>> = {
  hidden: 'The camera was turned off because this page was in the background.',
  enough: 'The camera was turned off so that it does not run unattended.',
  rejected: '',
};
