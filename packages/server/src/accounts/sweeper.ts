const EVERY_MS = 10 * 60_000;

/** Something whose contents expire. */
interface Sweepable {
  sweep(): Promise<void>;
}

/** Removes expired data at intervals; several servers may do so at once. Returns a function that stops it. */
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
