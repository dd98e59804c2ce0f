import { MATCH_THRESHOLD } from '@facet/gallery/search';
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
import { serviceBase } from '../api/call.js';
import { useSession } from '../app/session.js';
import { afterExchange, NO_CALLS, type CallCounter } from './api/call-counter.js';
import { ResponseCache } from './api/response-cache.js';
import { analysisRequest, requestKey } from '../analysis/request.js';
import type { Exchange } from '../analysis/send.js';
import { keepLastPhoto, removeLastPhoto, restoreLastPhoto } from './photo/last-photo.js';
import { DEFAULT_MAX_IMAGE_BYTES } from './photo/prepare-file.js';
import type { Photo } from './photo/photo.js';
import type { Sorting } from './sort/sorting.js';

/** A place for a photo; `first` is the same photo on the start page and in every panel of the playground. */
export type SlotName = 'first' | 'second';

interface Slot {
  readonly photo: Photo | null;
  /** The number of the chosen face; null: the most prominent one. */
  readonly faceId: number | null;
}

/** What people have set in the panels. */
interface Choices {
  /** Whether the 68 points are drawn. */
  readonly points: boolean;
  /** Of a match. */
  readonly threshold: number;
  /** Whether a vector is only wanted of a face that passes the quality check. */
  readonly qualityCheck: boolean;
}

/** What all views share as long as the page is open: the caller, the photos, the responses to them, and the choices. */
interface PlaygroundState {
  /** null: a visitor, whose calls are trial calls. */
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
  readonly choices: Choices;
  readonly choose: (choices: Partial<Choices>) => void;
  /** The folder that is sorted into people; null: none. */
  readonly sorting: Sorting | null;
  readonly setSorting: (change: (before: Sorting | null) => Sorting | null) => void;
}

const PlaygroundContext = createContext<PlaygroundState | null>(null);

export function usePlayground(): PlaygroundState {
  const playground = use(PlaygroundContext);
  if (playground === null) throw new Error('usePlayground needs a PlaygroundProvider above it.');
  return playground;
}

/** What belongs to one user: forgotten when another user or nobody is logged in. */
interface Work {
  /** null: a visitor, whose work stays when they log in. */
  readonly owner: string | null;
  readonly slots: PlaygroundState['slots'];
  readonly cache: ResponseCache;
  readonly callCounter: CallCounter;
  readonly sorting: Sorting | null;
}

const EMPTY: Slot = { photo: null, faceId: null };
const newWork = (owner: string | null): Work => ({
  owner,
  slots: { first: EMPTY, second: EMPTY },
  cache: new ResponseCache(),
  callCounter: NO_CALLS,
  sorting: null,
});

const DEFAULT_CHOICES: Choices = { points: true, threshold: MATCH_THRESHOLD, qualityCheck: false };

export function PlaygroundProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const { account, service } = useSession();
  const [work, setWork] = useState(() => newWork(null));
  const [choices, setChoices] = useState(DEFAULT_CHOICES);
  const { slots, cache, callCounter, sorting } = work;
  const owner = account?.email ?? null;
  useOwner(owner, work, setWork);
  const recordExchange = useCallback((exchange: Exchange) => {
    setWork((before) => ({ ...before, callCounter: afterExchange(before.callCounter, exchange) }));
  }, []);
  const setSlot = useCallback((name: SlotName, change: Partial<Slot>) => {
    setWork((before) => ({
      ...before,
      slots: { ...before.slots, [name]: { ...before.slots[name], ...change } },
    }));
  }, []);
  const setSorting = useCallback<PlaygroundState['setSorting']>((change) => {
    setWork((before) => ({ ...before, sorting: change(before.sorting) }));
  }, []);
  const playground = useMemo<PlaygroundState>(
    () => ({
      apiKey: account === null ? null : (account.api_key ?? ''),
      email: account?.email ?? '',
      baseUrl: serviceBase(),
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
        setSlot(name, { photo, faceId: null });
      },
      chooseFace: (name, faceId) => {
        setSlot(name, { faceId });
      },
      choices,
      choose: (changed) => {
        setChoices((before) => ({ ...before, ...changed }));
      },
      sorting,
      setSorting,
    }),
    [account, service, cache, callCounter, recordExchange, slots, setSlot, choices, sorting, setSorting],
  );
  return <PlaygroundContext value={playground}>{children}</PlaygroundContext>;
}

/** Keeps the last photo of an account in this browser, and forgets all work of an account when its user leaves. */
function useOwner(owner: string | null, work: Work, setWork: (change: (before: Work) => Work) => void): void {
  const kept = useRef<Kept | null>(null);
  const previous = useRef<string | null>(null);
  useEffect(() => {
    const left = previous.current !== null && previous.current !== owner;
    previous.current = owner;
    setWork((before) => (left ? newWork(owner) : { ...before, owner }));
    if (left) {
      kept.current = null;
      void removeLastPhoto();
    }
    if (owner === null) return;
    void restoreLastPhoto(owner).then((restored) => {
      if (restored === null) return;
      setWork((now) => {
        // A photo that was chosen in the meantime stays.
        if (now.owner !== owner || now.slots.first.photo !== null) return now;
        const { photo, response } = restored;
        if (response !== null) now.cache.set(requestKey(analysisRequest(photo.source)), response);
        return { ...now, slots: { ...now.slots, first: { photo, faceId: null } } };
      });
    });
  }, [owner, setWork]);

  const { photo } = work.slots.first;
  useEffect(() => {
    if (work.owner === null || (photo === null && kept.current === null)) return;
    const exchange =
      photo === null ? null : (work.cache.get(requestKey(analysisRequest(photo.source)))?.exchange ?? null);
    if (kept.current?.photo === photo && kept.current.exchange === exchange) return;
    kept.current = { photo, exchange };
    void (photo === null ? removeLastPhoto() : keepLastPhoto({ owner: work.owner, photo, exchange }));
    // The counter changes with each response.
  }, [work.owner, photo, work.cache, work.callCounter]);
}

/** What is in the store of this browser. */
interface Kept {
  readonly photo: Photo | null;
  readonly exchange: Exchange | null;
}
