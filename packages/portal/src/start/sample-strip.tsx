import { useState, type ReactElement } from 'react';
import { serviceUrl } from '../api/service-url.js';
import { useSession } from '../app/session.js';
import { Button } from '../design/button.js';

interface SampleStripProps {
  readonly onSample: (address: string) => void;
}

/** Photos for whoever has none at hand. They are large files, so they are loaded only when asked for. */
export function SampleStrip({ onSample }: SampleStripProps): ReactElement | null {
  const { service } = useSession();
  const [open, setOpen] = useState(false);
  const samples = service?.samples ?? [];
  if (samples.length === 0) return null;
  if (!open)
    return (
      <Button
        look="quiet"
        onClick={() => {
          setOpen(true);
        }}
      >
        Sample photos
      </Button>
    );
  return (
    <ul className="sample-strip" aria-label="Sample photos">
      {samples.map((path, n) => (
        <li key={path}>
          <button
            type="button"
            aria-label={`Sample photo ${n + 1}`}
            onClick={() => {
              onSample(addressOf(path));
            }}
          >
            <img src={addressOf(path)} alt="" decoding="async" />
          </button>
        </li>
      ))}
    </ul>
  );
}

const addressOf = (path: string): string => serviceUrl(`/${path.replace(/^\/+/, '')}`);
