import type { ReactElement } from 'react';
import type { Failure } from '../api/failure.js';
import { Button } from '../design/button.js';
import { Notice } from '../design/states.js';
import { FailureNotice } from '../playground/states/failure-notice.js';

interface NotEnrolledProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
  /** Enrols the photo without the check. */
  readonly onAnyway: () => void;
  readonly onOtherPhoto: () => void;
}

/** Why nobody was enrolled: what a better photo needs, or another failure. */
export function NotEnrolled({ failure, onRetry, onAnyway, onOtherPhoto }: NotEnrolledProps): ReactElement {
  if (failure.advice === undefined)
    return <FailureNotice failure={failure} onRetry={onRetry} onOtherPhoto={onOtherPhoto} />;
  return (
    <Notice
      tone="warn"
      announce
      title="The photo does not pass the enrolment check"
      actions={
        <>
          <Button small onClick={onOtherPhoto}>
            Choose another photo
          </Button>
          <Button small look="quiet" onClick={onAnyway}>
            Enrol it anyway (1 call)
          </Button>
        </>
      }
    >
      <p>Nobody was enrolled. For a photo that is recognised reliably:</p>
      <ul>
        {failure.advice.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}
