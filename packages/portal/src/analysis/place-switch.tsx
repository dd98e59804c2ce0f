import type { ReactElement, ReactNode } from 'react';
import { CheckField } from '../design/field.js';
import { usePlace } from './place.js';

/** Lets users choose between their browser and the server. `children`: what the choice means here. */
export function PlaceSwitch({ children }: { readonly children?: ReactNode }): ReactElement {
  const { place, unable, choose } = usePlace();
  return (
    <div className="place-switch small">
      <CheckField
        checked={place === 'server'}
        disabled={unable}
        onChange={(checked) => {
          choose(checked ? 'server' : 'page');
        }}
      >
        Analyse on the server
      </CheckField>
      {unable ? (
        <p role="status">This browser cannot analyse photos itself, so the server analyses them.</p>
      ) : (
        children
      )}
    </div>
  );
}
