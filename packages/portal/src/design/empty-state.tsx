import type { ReactElement, ReactNode } from 'react';
import { MarkOutline } from './mark.js';
import './surfaces.css';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** What to do about it. */
  readonly actions?: ReactNode;
}

export function EmptyState({ title, children, actions }: EmptyStateProps): ReactElement {
  return (
    <div className="state">
      <MarkOutline />
      <h2>{title}</h2>
      {children !== undefined && <p className="muted">{children}</p>}
      {actions !== undefined && <div className="row">{actions}</div>}
    </div>
  );
}
