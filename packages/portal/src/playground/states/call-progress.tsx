import type { ReactElement } from 'react';
import { durationText } from '../../app/format.js';
import type { Waiting } from '../api/use-call.js';

interface CallProgressProps {
  readonly waiting: Waiting;
  /** What the service does after the upload: "Looking for faces". */
  readonly work: string;
}

/** The progress of a call, as a bar and as text. */
export function CallProgress({ waiting, work }: CallProgressProps): ReactElement {
  const percent = waiting.phase === 'sending' ? Math.round(waiting.sent * 100) : null;
  return (
    <div className="pg-progress">
      <p role="status">{words(waiting, work)}</p>
      <div
        className={`pg-progress-track${percent === null ? ' pg-progress-open' : ''}`}
        role="progressbar"
        aria-label={work}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
      >
        <div style={{ width: percent === null ? undefined : `${percent}%` }} />
      </div>
      {percent !== null && <span className="numbers small muted">{percent}%</span>}
    </div>
  );
}

function words(waiting: Waiting, work: string): string {
  switch (waiting.phase) {
    case 'sending':
      return 'Uploading the photo …';
    case 'waiting':
      return `${work} …`;
    case 'retry-wait':
      return `Rate limit reached, continuing in ${durationText(waiting.seconds)} …`;
  }
}
