import { useEffect, useRef } from 'react';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Calls `again` while `active`, after growing waits, and at once when the connection is back or the tab is shown: what
 * could not be loaded returns by itself.
 */
export function useWhenBack(active: boolean, again: () => void): void {
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    if (!active) return undefined;
    const attempt = (): void => {
      if (!document.hidden) latest.current();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = (wait: number): void => {
      timer = setTimeout(() => {
        attempt();
        schedule(Math.min(wait * 2, LONGEST_WAIT_MS));
      }, wait);
    };
    schedule(FIRST_WAIT_MS);
    addEventListener('online', attempt);
    document.addEventListener('visibilitychange', attempt);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', attempt);
      document.removeEventListener('visibilitychange', attempt);
    };
  }, [active]);
}

/** A change of the window is often followed by one of the tab. */
const SHORTEST_PAUSE_MS = 1_000;

/** Calls `again` when the user comes back to this tab, where another tab may have changed something. */
export function useOnReturn(again: () => void): void {
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    let last = Date.now();
    const attempt = (): void => {
      if (document.hidden || Date.now() - last < SHORTEST_PAUSE_MS) return;
      last = Date.now();
      latest.current();
    };
    addEventListener('focus', attempt);
    document.addEventListener('visibilitychange', attempt);
    return () => {
      removeEventListener('focus', attempt);
      document.removeEventListener('visibilitychange', attempt);
    };
  }, []);
}
