import { createContext, use, useCallback, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { serviceUrl } from '../api/call.js';
import { useSession } from '../app/session.js';
import { afterExchange, ResponseCache, NO_CALLS, type CallCounter } from './api/call-counter.js';
import type { Exchange } from '../analysis/send.js';
import { DEFAULT_MAX_IMAGE_BYTES } from './photo/prepare-file.js';
import type { Photo } from './photo/photo.js';

/** A place for a photo; `first` is the same photo in Faces, Match and Vector. */
export type SlotName = 'first' | 'second' | 'probe';

interface Slot {
  readonly photo: Photo | null;
  /** The number of the chosen face. */
  readonly faceId: number;
}

/** What the panels share: the caller, the chosen photos, and the responses that are already known. */
interface PlaygroundState {
  /** null: a guest without an account, whose calls are trial calls. */
  readonly apiKey: string | null;
  readonly email: string;
  readonly baseUrl: string;
  readonly samples: readonly string[];
  readonly maxImageBytes: number;
  readonly cache: ResponseCache;
  /** The calls made since the page was opened. */
  readonly callCounter: CallCounter;
  readonly recordExchange: (exchange: Exchange) => void;
  readonly slots: Readonly<Record<SlotName, Slot>>;
  readonly setPhoto: (name: SlotName, photo: Photo | null) => void;
  readonly chooseFace: (name: SlotName, faceId: number) => void;
}

const PlaygroundContext = createContext<PlaygroundState | null>(null);

export function usePlayground(): PlaygroundState {
  const playground = use(PlaygroundContext);
  if (playground === null) throw new Error('usePlayground needs a PlaygroundProvider above it.');
  return playground;
}

const EMPTY: Slot = { photo: null, faceId: 0 };

export function PlaygroundProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const { account, service } = useSession();
  const [cache] = useState(() => new ResponseCache());
  const [slots, setSlots] = useState<PlaygroundState['slots']>({ first: EMPTY, second: EMPTY, probe: EMPTY });
  const [callCounter, setCallCounter] = useState(NO_CALLS);
  const recordExchange = useCallback((exchange: Exchange) => {
    setCallCounter((before) => afterExchange(before, exchange));
  }, []);
  const playground = useMemo<PlaygroundState>(
    () => ({
      apiKey: account === null ? null : (account.api_key ?? ''),
      email: account?.email ?? '',
      baseUrl: serviceUrl('/').replace(/\/$/, ''),
      samples: service?.samples ?? [],
      maxImageBytes:
        (account === null ? service?.trial_max_image_bytes : null) ??
        service?.max_image_bytes ??
        DEFAULT_MAX_IMAGE_BYTES,
      cache,
      callCounter,
      recordExchange,
      slots,
      setPhoto: (name, photo) => {
        setSlots((before) => ({ ...before, [name]: { photo, faceId: 0 } }));
      },
      chooseFace: (name, faceId) => {
        setSlots((before) => ({ ...before, [name]: { ...before[name], faceId } }));
      },
    }),
    [account, service, cache, callCounter, recordExchange, slots],
  );
  return <PlaygroundContext value={playground}>{children}</PlaygroundContext>;
}
