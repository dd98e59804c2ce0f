import { useState, type ReactElement } from 'react';
import { serviceUrl } from '../../api/call.js';
import { useWorkbench } from '../workbench.js';
import { filePhoto, type Photo } from './photo.js';
import { haveCredit, SAMPLE_CREDIT, sampleFacts } from './sample-facts.js';

const DEADLINE_MS = 20_000;

interface SamplesProps {
  readonly onPhoto: (photo: Photo) => void;
  readonly onRefusal: (words: string) => void;
}

/** Sample photos of people, served by the service itself. */
export function Samples({ onPhoto, onRefusal }: SamplesProps): ReactElement | null {
  const { samples } = useWorkbench();
  const [loading, setLoading] = useState<string | null>(null);
  if (samples.length === 0) return null;

  async function take(path: string): Promise<void> {
    setLoading(path);
    try {
      onPhoto(await fetchSample(path));
    } catch {
      onRefusal('The sample photo could not be loaded. Check the connection, then try again.');
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
              <img src={addressOf(thumbnail)} alt="" loading="lazy" decoding="async" />
            </button>
          </li>
        ))}
      </ul>
      {haveCredit(samples) && <p className="small muted">{SAMPLE_CREDIT}</p>}
    </div>
  );
}

const addressOf = (path: string): string => serviceUrl(`/${path.replace(/^\/+/, '')}`);

export async function fetchSample(path: string): Promise<Photo> {
  const response = await fetch(addressOf(path), { signal: AbortSignal.timeout(DEADLINE_MS) });
  if (!response.ok) throw new Error(`The sample ${path} was answered with status ${response.status}.`);
  const name = path.split('/').at(-1) ?? 'sample.jpg';
  // The path as id: a sample taken twice is analysed once.
  return filePhoto(await response.blob(), name, path);
}
