import { RepeatedWork } from '../work/repeated-work.js';

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
): () => Promise<void> {
  const report = (cause: unknown): void => {
    onFault('Expired data could not be removed.', cause);
  };
  const sweeping = holders.map((holder) => new RepeatedWork(() => holder.sweep(), report));
  for (const each of sweeping) each.start(everyMs);
  return async () => {
    await Promise.all(sweeping.map((each) => each.stop()));
  };
}
