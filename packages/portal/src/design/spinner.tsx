import type { ReactElement } from 'react';
import './surfaces.css';

/** Decoration only: the text beside it says what is loading. */
export function Spinner(): ReactElement {
  return <span className="spinner" aria-hidden="true" />;
}

/** A placeholder for text; `label` tells screen readers what is loading. */
export function Skeleton({
  label,
  lines = 3,
}: {
  readonly label: string;
  readonly lines?: number;
}): ReactElement {
  return (
    <div className="skeleton" role="status">
      <p className="visually-hidden">{label}</p>
      {Array.from({ length: lines }, (_, n) => (
        <span key={n} />
      ))}
    </div>
  );
}
