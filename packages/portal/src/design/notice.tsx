import type { ReactElement, ReactNode } from 'react';
import './surfaces.css';

interface NoticeProps {
  readonly tone?: 'info' | 'warn' | 'danger';
  readonly title?: string;
  readonly actions?: ReactNode;
  /** Read out at once: for what the person just caused. */
  readonly announce?: boolean;
  readonly children?: ReactNode;
}

export function Notice({
  tone = 'info',
  title,
  actions,
  announce = false,
  children,
}: NoticeProps): ReactElement {
  return (
    <div className={`notice notice-${tone}`} role={announce ? 'alert' : undefined}>
      {title !== undefined && <p className="notice-title">{title}</p>}
      {children !== undefined && <div>{children}</div>}
      {actions !== undefined && <div className="notice-actions">{actions}</div>}
    </div>
  );
}
