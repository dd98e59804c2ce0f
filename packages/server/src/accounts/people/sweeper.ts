const EVERY_MS = 10 * 60_000;

/** Holds what is over after a while. */
interface Sweepable {
  sweep(): Promise<void>;
}

/** Removes what is over again and again, also when several servers do it; the answer stops it. */
export function sweepRegularly(
  holders: readonly Sweepable[],
  onFault: (message: string, cause: unknown) => void,
  everyMs = EVERY_MS,
): () => void {
  const timer = setInterval(() => {
    for (const holder of holders)
      holder.sweep().catch((cause: unknown) => {
        onFault('Expired data could not be removed.', cause);
      });
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
