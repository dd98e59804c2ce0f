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
      <p role="status">{progressText(waiting, work)}</p>
      <ProgressBar label={work} done={percent} total={100} />
      {percent !== null && <span className="numbers small muted">{percent}%</span>}
    </div>
  );
}

interface ProgressBarProps {
  readonly label: string;
  /** null: unknown. */
  readonly done: number | null;
  readonly total: number;
}

export function ProgressBar({ label, done, total }: ProgressBarProps): ReactElement {
  return (
    <div
      className={`pg-progress-track${done === null ? ' pg-progress-open' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done ?? undefined}
    >
      <div style={{ width: done === null ? undefined : `${(done / Math.max(1, total)) * 100}%` }} />
    </div>
  );
}

function progressText(waiting: Waiting, work: string): string {
  switch (waiting.phase) {
    case 'sending':
      return 'Uploading the photo …';
    case 'waiting':
      return `${work} …`;
    case 'retry-wait':
      return `Rate limit reached, continuing in ${durationText(waiting.seconds)} …`;
  }
}
