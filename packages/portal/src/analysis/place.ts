import { useSyncExternalStore } from 'react';

/** Where photos and camera frames are analysed: in this page, or by the server. */
export type Place = 'page' | 'server';

interface PlaceState {
  readonly chosen: Place;
  /** Whether this browser turned out to be unable to analyse photos itself. */
  readonly unable: boolean;
}

const KEY = 'facet-place';
const listeners = new Set<() => void>();
let state: PlaceState = { chosen: read(), unable: !canAnalyse() };

interface KnownPlace {
  readonly place: Place;
  readonly unable: boolean;
  readonly choose: (place: Place) => void;
}

/** Where to analyse: in the page, unless the user chose the server or this browser cannot. */
export function usePlace(): KnownPlace {
  const { chosen, unable } = useSyncExternalStore(subscribe, () => state);
  return { place: unable ? 'server' : chosen, unable, choose };
}

/** From now on, the server analyses. */
export function reportUnable(): void {
  change({ ...state, unable: true });
}

function choose(chosen: Place): void {
  change({ ...state, chosen });
  try {
    if (chosen === 'page') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, chosen);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function change(next: PlaceState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
}

/** Models are checked by their hash, which only a secure page can compute. */
function canAnalyse(): boolean {
  return globalThis.isSecureContext && 'WebAssembly' in globalThis && 'OffscreenCanvas' in globalThis;
}

function read(): Place {
  try {
    return localStorage.getItem(KEY) === 'server' ? 'server' : 'page';
  } catch {
    return 'page';
  }
}
