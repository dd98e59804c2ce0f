import { useEffect, useState } from 'react';

const MAX_COUNTDOWN = 3600;

/** The seconds that are left, counted down; 0 when there is nothing to wait for. */
export function useCountdown(seconds: number | null, restart: unknown): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    const end = Date.now() + Math.min(seconds ?? 0, MAX_COUNTDOWN) * 1000;
    const tick = (): void => {
      setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    };
    tick();
    if (seconds === null) return undefined;
    const timer = setInterval(tick, 250);
    return () => {
      clearInterval(timer);
    };
  }, [seconds, restart]);
  return left;
}
