import { useEffect, useRef } from 'react';

/** Calls back when the page goes out of sight: another tab, another program, a locked phone. */
export function useHidden(onHidden: () => void): void {
  const latest = useRef(onHidden);
  latest.current = onHidden;
  useEffect(() => {
    const changed = (): void => {
      if (document.hidden) latest.current();
    };
    document.addEventListener('visibilitychange', changed);
    return () => {
      document.removeEventListener('visibilitychange', changed);
    };
  }, []);
}
