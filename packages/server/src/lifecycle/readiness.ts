/** Something that must be in order before the service can do its work. */
export interface ReadinessCheck {
  readonly name: string;
  isReady(): boolean | Promise<boolean>;
}

export interface CheckResult {
  readonly name: string;
  readonly ready: boolean;
}

/** All the checks; one that throws is not ready. */
export function runChecks(checks: readonly ReadinessCheck[]): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async (check) => {
      const { name } = check;
      try {
        return { name, ready: await check.isReady() };
      } catch {
        return { name, ready: false };
      }
    }),
  );
}

/** How many times as long as the work took its result is used again. */
const REST_FACTOR = 10;
/** However long the work took, its result is no older than that. */
export const LONGEST_REST_MS = 250;

/**
 * Does the work for at most about a tenth of the time, however often it is asked for: whoever asks meanwhile, or shortly
 * after, gets the same result. For public routes that must not let a stranger occupy the service.
 */
export function seldom<T>(work: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | undefined;
  let usableUntil = Infinity;
  return () => {
    if (latest !== undefined && performance.now() < usableUntil) return latest;
    const began = performance.now();
    usableUntil = Infinity;
    latest = work().finally(() => {
      const ended = performance.now();
      usableUntil = ended + Math.min(LONGEST_REST_MS, REST_FACTOR * (ended - began));
    });
    return latest;
  };
}
