import type { ReactElement, ReactNode } from 'react';
import { usePlace } from './place.js';

/** Lets users choose between their browser and the server. `children`: what the choice means here. */
export function PlaceSwitch({ children }: { readonly children?: ReactNode }): ReactElement {
  const { place, unable, choose } = usePlace();
  return (
    <div className="place-switch small">
      <label>
        <input
          type="checkbox"
          checked={place === 'server'}
          disabled={unable}
          onChange={(event) => {
            choose(event.target.checked ? 'server' : 'page');
          }}
        />
        Analyse on the server
      </label>
      {unable ? (
        <p role="status">This browser cannot analyse photos itself, so the server analyses them.</p>
      ) : (
        children
      )}
    </div>
  );
}
