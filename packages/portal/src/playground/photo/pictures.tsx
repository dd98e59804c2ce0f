import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useCaller } from '../../analysis/analyse.js';
import { serviceUrl } from '../../api/call.js';
import type { Photo } from './photo.js';

/** The service's own deadline for a fetch is shorter. */
const DEADLINE_MS = 40_000;
const MAX_PICTURES = 20;

interface Pictures {
  /** By the URL of the photo; null: it could not be loaded. */
  readonly known: ReadonlyMap<string, Blob | null>;
  readonly load: (url: string) => void;
}

const PicturesContext = createContext<Pictures>({ known: new Map(), load: () => undefined });

/** Keeps the pictures behind image URLs. This page loads nothing from other hosts, so the service forwards them. */
export function PicturesProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [known, setKnown] = useState<Pictures['known']>(new Map());
  const requested = useRef(new Set<string>());
  const { caller } = useCaller();
  const apiKey = caller?.kind === 'key' ? caller.apiKey : null;
  const load = useCallback(
    (url: string) => {
      // The service fetches nothing for visitors.
      if (apiKey === null || requested.current.has(url)) return;
      requested.current.add(url);
      void fetchPicture(url, apiKey).then((picture) => {
        setKnown((before) => new Map([...[...before].slice(1 - MAX_PICTURES), [url, picture]]));
      });
    },
    [apiKey],
  );
  const pictures = useMemo(() => ({ known, load }), [known, load]);
  return <PicturesContext value={pictures}>{children}</PicturesContext>;
}

async function fetchPicture(url: string, apiKey: string): Promise<Blob | null> {
  try {
    const response = await fetch(serviceUrl('/portal/picture'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user-id': apiKey },
      body: JSON.stringify({ url }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}

/** The bytes that this page can show of a photo; null for one that only the service has. */
export function useShownBytes({ source }: Photo): Blob | null {
  const { known } = use(PicturesContext);
  return source.kind === 'file' ? source.bytes : (known.get(source.url) ?? null);
}

/** Loads the picture of a photo that only the service has. */
export const useLoadPicture = (): Pictures['load'] => use(PicturesContext).load;

interface SharedUrl {
  readonly url: string;
  users: number;
}

/** One URL for each photo, however many elements show it, so that the browser decodes it once. */
const shared = new Map<Blob, SharedUrl>();

function acquire(bytes: Blob): string {
  const known = shared.get(bytes) ?? { url: URL.createObjectURL(bytes), users: 0 };
  known.users += 1;
  shared.set(bytes, known);
  return known.url;
}

function release(bytes: Blob): void {
  const known = shared.get(bytes);
  if (known === undefined) return;
  known.users -= 1;
  if (known.users > 0) return;
  shared.delete(bytes);
  URL.revokeObjectURL(known.url);
}

/** An object URL for the bytes; revoked when no component uses it any more. */
export function useObjectUrl(bytes: Blob | null): string | null {
  const [address, setAddress] = useState<{ readonly of: Blob; readonly url: string } | null>(null);
  useEffect(() => {
    if (bytes === null) return undefined;
    setAddress({ of: bytes, url: acquire(bytes) });
    return () => {
      release(bytes);
    };
  }, [bytes]);
  return address !== null && address.of === bytes ? address.url : null;
}
