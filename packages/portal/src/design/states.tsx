import type { ReactElement, ReactNode } from 'react';
import { failureTitle } from '../api/failure-messages.js';
import type { Failure } from '../api/failure.js';
import { Button } from './button.js';
import { MarkOutline } from './mark.js';
import './surfaces.css';

interface NoticeProps {
  readonly tone?: 'info' | 'warn' | 'danger';
  readonly title?: string;
  readonly actions?: ReactNode;
  /** Announced by screen readers at once: for the result of an action. */
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

interface ErrorProps {
  readonly failure: Failure;
  readonly onRetry?: (() => void) | undefined;
}

/** Shown in place of content that could not be loaded. */
export function ErrorState({ failure, onRetry }: ErrorProps): ReactElement {
  return (
    <div className="state" role="alert">
      <MarkOutline />
      <h2>{failureTitle(failure)}</h2>
      <p>{failure.message}</p>
      <FailureFacts failure={failure} />
      {onRetry !== undefined && (
        <Button look="primary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface ErrorNoticeProps extends ErrorProps {
  /** What to do about it. */
  readonly children?: ReactNode;
}

/** Shown next to what failed, for example in a form. */
export function ErrorNotice({ failure, onRetry, children }: ErrorNoticeProps): ReactElement {
  return (
    <Notice
      tone="danger"
      announce
      title={failureTitle(failure)}
      actions={
        onRetry === undefined ? undefined : (
          <Button small onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      <p>{failure.message}</p>
      {children}
      <FailureFacts failure={failure} />
    </Notice>
  );
}

export function FailureFacts({
  failure: { code, requestId },
}: {
  readonly failure: Failure;
}): ReactElement | null {
  if (code === undefined && requestId === undefined) return null;
  return (
    <p className="state-fact">
      {code !== undefined && (
        <a href={`#/errors/${code}`} aria-label={`Code ${code}: what it means`}>
          Code {code}
        </a>
      )}
      {code !== undefined && requestId !== undefined && ' · '}
      {requestId !== undefined && `Request ${requestId}`}
    </p>
  );
}

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
