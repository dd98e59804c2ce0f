import type { ReactElement } from 'react';
import type { Failure } from '../api/failure.js';
import { failureTitle } from '../api/failure-words.js';
import { Button } from './button.js';
import { MarkOutline } from './mark.js';
import { Notice } from './notice.js';
import './surfaces.css';

interface ErrorProps {
  readonly failure: Failure;
  readonly onRetry?: (() => void) | undefined;
}

/** Instead of what could not be loaded. */
export function ErrorState({ failure, onRetry }: ErrorProps): ReactElement {
  return (
    <div className="state" role="alert">
      <MarkOutline />
      <h2>{failureTitle(failure)}</h2>
      <p>{failure.message}</p>
      <Facts failure={failure} />
      {onRetry !== undefined && (
        <Button look="primary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Beside what failed, for example in a form. */
export function ErrorNotice({ failure, onRetry }: ErrorProps): ReactElement {
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
      <Facts failure={failure} />
    </Notice>
  );
}

function Facts({ failure: { code, requestId } }: { readonly failure: Failure }): ReactElement | null {
  if (code === undefined && requestId === undefined) return null;
  return (
    <p className="state-fact">
      {code !== undefined && <a href={`#/errors/${code}`}>Code {code}</a>}
      {code !== undefined && requestId !== undefined && ' · '}
      {requestId !== undefined && `Request ${requestId}`}
    </p>
  );
}
