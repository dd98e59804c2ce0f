/**
 * Remembers the result of the work for a time that may depend on how long it took; calls at the same time share one
 * run. A failure is not remembered.
 */
export function cached<T>(
  work: () => Promise<T>,
  lastsMs: (tookMs: number) => number,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let latest: Promise<T> | undefined;
  let usableUntil = Infinity;
  return () => {
    if (latest !== undefined && now() < usableUntil) return latest;
    const began = now();
    const run = work();
    latest = run;
    usableUntil = Infinity;
    run.then(
      () => {
        if (latest === run) usableUntil = now() + lastsMs(now() - began);
      },
      () => {
        if (latest === run) latest = undefined;
      },
    );
    return run;
  };
}
