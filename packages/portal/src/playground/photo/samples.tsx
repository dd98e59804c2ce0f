import { useState, type ReactElement } from 'react';
import { usePlayground } from '../playground-state.js';
import type { Photo } from './photo.js';
import {
  fetchSample,
  haveCredit,
  SAMPLE_CREDIT,
  SAMPLE_NOT_LOADED,
  sampleFacts,
  sampleUrl,
} from './sample-facts.js';

interface SamplesProps {
  readonly onPhoto: (photo: Photo) => void;
  readonly onRejection: (message: string) => void;
}

/** Sample photos of people, served by the service itself. */
export function Samples({ onPhoto, onRejection }: SamplesProps): ReactElement | null {
  const { samples } = usePlayground();
  const [loading, setLoading] = useState<string | null>(null);
  if (samples.length === 0) return null;

  async function take(path: string): Promise<void> {
    setLoading(path);
    try {
      onPhoto(await fetchSample(path));
    } catch {
      onRejection(SAMPLE_NOT_LOADED);
    } finally {
      setLoading(null);
    }
  }

  return (
    <div className="pg-samples">
      <p className="small muted">Or try one of these:</p>
      <ul>
        {samples.map(sampleFacts).map(({ path, title, thumbnail }) => (
          <li key={path}>
            <button
              type="button"
              aria-label={title}
              title={title}
              aria-busy={loading === path}
              onClick={() => void take(path)}
            >
              <img src={sampleUrl(thumbnail)} alt="" loading="lazy" decoding="async" />
            </button>
          </li>
        ))}
      </ul>
      {haveCredit(samples) && <p className="small muted">{SAMPLE_CREDIT}</p>}
    </div>
  );
}
