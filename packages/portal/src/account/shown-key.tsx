import { useState, type ReactElement } from 'react';
import { Button } from '../design/button.js';
import { CopyButton } from '../design/copy.js';

interface ShownKeyProps {
  readonly apiKey: string;
  /** What it is called: "API key “laptop”". */
  readonly what: string;
  /** Further buttons. */
  readonly children?: ReactElement;
}

/** An API key, masked until it is revealed, with a button that copies it. */
export function ShownKey({ apiKey, what, children }: ShownKeyProps): ReactElement {
  const [revealed, setRevealed] = useState(false);
  return (
    <>
      <output className="key" aria-label={what}>
        {revealed ? apiKey : masked(apiKey)}
      </output>
      <div className="row">
        <CopyButton text={apiKey} what={what} />
        <Button
          look="quiet"
          small
          aria-label={`${revealed ? 'Hide' : 'Reveal'} ${what}`}
          onClick={() => {
            setRevealed(!revealed);
          }}
        >
          {revealed ? 'Hide' : 'Reveal'}
        </Button>
        {children}
      </div>
    </>
  );
}

const SHOWN_END = 4;

/** Enough to tell two keys apart, too little to use. */
export const masked = (apiKey: string): string =>
  `${'•'.repeat(Math.max(0, apiKey.length - SHOWN_END))}${apiKey.slice(-SHOWN_END)}`;
