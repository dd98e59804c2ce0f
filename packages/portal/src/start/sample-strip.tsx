import type { ReactElement } from 'react';
import { serviceUrl } from '../api/service-url.js';
import { useSession } from '../app/session.js';
import { haveCredit, SAMPLE_CREDIT, sampleFacts } from '../playground/photo/sample-facts.js';

interface SampleStripProps {
  readonly onSample: (address: string) => void;
}

/** Sample photos, for people without one. Where a thumbnail is missing, the number of the photo takes its place. */
export function SampleStrip({ onSample }: SampleStripProps): ReactElement | null {
  const { service } = useSession();
  const samples = service?.samples ?? [];
  if (samples.length === 0) return null;
  return (
    <>
      <ul className="sample-strip" aria-label="Sample photos">
        {samples.map(sampleFacts).map(({ path, title, thumbnail }, n) => (
          <li key={path}>
            <button
              type="button"
              aria-label={title}
              title={title}
              onClick={() => {
                onSample(addressOf(path));
              }}
            >
              {thumbnail === path ? n + 1 : <img src={addressOf(thumbnail)} alt="" decoding="async" />}
            </button>
          </li>
        ))}
      </ul>
      {haveCredit(samples) && <p className="sample-credit muted">{SAMPLE_CREDIT}</p>}
    </>
  );
}

const addressOf = (path: string): string => serviceUrl(`/${path.replace(/^\/+/, '')}`);
