import type { ReactElement } from 'react';

/** Begins at the top, so that the line fills from there. */
const OVAL = 'M50 4A46 61 0 0 1 50 126A46 61 0 0 1 50 4Z';

/** An oval to place the face in; its line fills while everything is right. */
export function GuideOval({ progress }: { readonly progress: number }): ReactElement {
  return (
    <svg className="guide-oval" viewBox="0 0 100 130" aria-hidden="true">
      <path className="guide-oval-line" d={OVAL} />
      {progress > 0 && (
        <path
          className="guide-oval-done"
          d={OVAL}
          pathLength="100"
          strokeDasharray={`${Math.round(progress * 100)} 100`}
        />
      )}
    </svg>
  );
}
