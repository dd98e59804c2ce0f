import { useEffect, type ReactElement } from 'react';
import { failureTitle, failureMessage, type Remedy } from '../../api/failure-messages.js';
import type { Failure } from '../../api/failure.js';
import { AccountLink } from '../../app/account-link.js';
import { useSession } from '../../app/session.js';
import { useOnline } from '../../app/use-api.js';
import { useCountdown } from '../../app/use-countdown.js';
import { Button, ButtonLink } from '../../design/button.js';
import { FailureFacts, Notice } from '../../design/states.js';
import { countdownText, durationText } from '../../app/format.js';

interface FailureNoticeProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
  /** Leads back to choosing a photo. */
  readonly onOtherPhoto?: (() => void) | undefined;
}

/** Why there is no result, and what to do about it. */
export function FailureNotice({ failure, onRetry, onOtherPhoto }: FailureNoticeProps): ReactElement {
  const { title, advice, remedy, waitSeconds } = explainFailure(failure);
  const left = useCountdown(remedy === 'wait' || remedy === 'sign-up' ? waitSeconds : null, failure);
  useRetryWhenBack(failure, onRetry);
  return (
    <Notice
      tone={remedy === 'wait' || remedy === 'plans' || remedy === 'sign-up' ? 'warn' : 'danger'}
      announce
      title={title}
      actions={<Remedies remedy={remedy} left={left} onRetry={onRetry} onOtherPhoto={onOtherPhoto} />}
    >
      <p>{advice}</p>
      {failure.advice !== undefined && failure.advice.length > 0 && (
        <ul>
          {failure.advice.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <FailureFacts failure={failure} />
    </Notice>
  );
}

interface RemediesProps {
  readonly remedy: Remedy;
  readonly left: number;
  readonly onRetry: () => void;
  readonly onOtherPhoto: (() => void) | undefined;
}

function Remedies({ remedy, left, onRetry, onOtherPhoto }: RemediesProps): ReactElement | null {
  const { refresh } = useSession();
  switch (remedy) {
    case 'none':
      return null;
    case 'plans':
      return (
        <>
          <ButtonLink small look="primary" href="#/plans">
            See the plans
          </ButtonLink>
          <RetryButton left={0} onRetry={onRetry} />
        </>
      );
    case 'sign-up':
      return (
        <>
          <AccountLink prominent />
          <RetryButton left={left} onRetry={onRetry} />
        </>
      );
    case 'account':
      return (
        <>
          <ButtonLink small look="primary" href="#/account">
            Open your account
          </ButtonLink>
          <RetryButton left={0} onRetry={onRetry} />
        </>
      );
    case 'refresh':
      return (
        <Button
          small
          onClick={() => {
            void refresh().then(onRetry);
          }}
        >
          Use the new API key
        </Button>
      );
    case 'other-photo':
      return onOtherPhoto === undefined ? null : (
        <Button small onClick={onOtherPhoto}>
          Choose another photo
        </Button>
      );
    case 'wait':
    case 'try-again':
      return <RetryButton left={left} onRetry={onRetry} />;
  }
}

function RetryButton({
  left,
  onRetry,
}: {
  readonly left: number;
  readonly onRetry: () => void;
}): ReactElement {
  return (
    <Button small disabled={left > 0} onClick={onRetry}>
      {left > 0 ? `Try again in ${countdownText(left)}` : 'Try again'}
    </Button>
  );
}

/** A call that failed because the device was offline is repeated when it is online again. */
function useRetryWhenBack(failure: Failure, onRetry: () => void): void {
  const online = useOnline();
  useEffect(() => {
    if (online && failure.kind === 'offline') onRetry();
  }, [online, failure]);
}

interface Explanation {
  readonly title: string;
  readonly advice: string;
  readonly remedy: Remedy;
  /** Seconds after which trying again makes sense. */
  readonly waitSeconds: number | null;
}

export function explainFailure(failure: Failure): Explanation {
  const waitSeconds = failure.retryAfterSeconds ?? null;
  const known = failureMessage(failure);
  if (known === undefined) {
    const advice = `${failure.message} ${NO_RESPONSE[failure.kind]}`.trim();
    const remedy = failure.kind === 'lost-file' ? 'other-photo' : 'try-again';
    return { title: failureTitle(failure), advice, remedy, waitSeconds };
  }
  const { title, advice, remedy } = known;
  const tells = remedy === 'wait' || remedy === 'sign-up' || failure.code === '4292';
  const wait = tells && waitSeconds !== null ? ` That is in ${durationText(waitSeconds)}.` : '';
  return { title, advice: advice + wait, remedy, waitSeconds };
}

const NO_RESPONSE: Readonly<Record<Failure['kind'], string>> = {
  rejected: '',
  'lost-file': '',
  offline: 'Your photo is still here and is sent when you are back online.',
  unreachable: 'Your photo is still here: try again in a moment.',
  timeout: 'A smaller photo uploads faster.',
};
