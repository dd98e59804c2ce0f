import type { ReactElement } from 'react';
import { Button } from '../design/button.js';
import { ErrorNotice } from '../design/error-state.js';
import type { LoadedPages } from './use-pages.js';

interface MoreButtonProps {
  readonly pages: Pick<LoadedPages<unknown>, 'hasMore' | 'more'>;
  readonly label: string;
}

/** Below a list that comes page by page, as long as there is more. */
export function MoreButton({ pages: { hasMore, more }, label }: MoreButtonProps): ReactElement {
  return (
    <>
      {more.failure !== null && <ErrorNotice failure={more.failure} />}
      {hasMore && (
        <div>
          <Button busy={more.busy} onClick={more.run}>
            {label}
          </Button>
        </div>
      )}
    </>
  );
}
