import type { ReactElement } from 'react';
import type { Series } from './use-photo-series.js';

/** How far a series of calls is. */
export function SeriesProgress({ progress: { done, total } }: { readonly progress: Series }): ReactElement {
  return (
    <div className="pg-progress">
      <p role="status">
        Analysed {done} of {total} photos …
      </p>
      <div
        className="pg-progress-track"
        role="progressbar"
        aria-label="Photos analysed"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        <div style={{ width: `${(done / Math.max(1, total)) * 100}%` }} />
      </div>
    </div>
  );
}
