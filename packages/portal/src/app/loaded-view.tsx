import { useCallback, useEffect, useState, type ComponentType, type ReactElement } from 'react';
import { noResponse } from '../api/call.js';
import type { Failure } from '../api/failure.js';
import { ErrorState, Skeleton } from '../design/states.js';
import { Page } from './page.js';
import { useWhenBack } from './use-when-back.js';

export interface WaitingProps {
  /** null: still loading. */
  readonly failure: Failure | null;
  readonly onRetry: () => void;
}

/**
 * A component whose code is loaded when it is first shown. Unlike React's `lazy`, it tries again if the code could not
 * be loaded.
 */
export function loadedView<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  Waiting: ComponentType<WaitingProps>,
): ComponentType<Props> {
  // As `lazy` does: a view that was loaded once is shown at once.
  let loaded: ComponentType<Props> | null = null;
  return function LoadedView(props: Props): ReactElement {
    const [Shown, setShown] = useState(() => loaded);
    const [failure, setFailure] = useState<Failure | null>(null);
    const attempt = useCallback(() => {
      load().then(
        (module) => {
          loaded = module.default;
          setShown(() => loaded);
        },
        () => {
          setFailure(noResponse('unreachable'));
        },
      );
    }, []);
    const isMissing = Shown === null;
    useEffect(() => {
      if (isMissing) attempt();
    }, [isMissing, attempt]);
    useWhenBack(isMissing && failure !== null, attempt);
    return Shown === null ? <Waiting failure={failure} onRetry={attempt} /> : <Shown {...props} />;
  };
}

/** The page that is shown until its view is loaded. */
export const waitingPage = (title: string, label: string): ComponentType<WaitingProps> =>
  function WaitingPage({ failure, onRetry }: WaitingProps): ReactElement {
    return (
      <Page title={title}>
        {failure === null ? (
          <Skeleton label={label} lines={8} />
        ) : (
          <ErrorState failure={failure} onRetry={onRetry} />
        )}
      </Page>
    );
  };
