import type { People } from './people.js';

const EVERY_MS = 10 * 60_000;

/** Removes what is over again and again, also when several servers do it; the answer stops it. */
export function sweepRegularly(
  people: Pick<People, 'sweep'>,
  onFault: (message: string, cause: unknown) => void,
  everyMs = EVERY_MS,
): () => void {
  const timer = setInterval(() => {
    people.sweep().catch((cause: unknown) => {
      onFault('Expired sessions could not be removed.', cause);
    });
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
