import { cached } from './cached.js';

/** A condition that must hold before the service can handle calls. */
export interface ReadinessCheck {
  readonly name: string;
  isReady(): boolean | Promise<boolean>;
}

export interface CheckResult {
  readonly name: string;
  readonly ready: boolean;
}

/** Runs all checks; one that throws is not ready. */
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

/** The result is reused for this many times as long as the work took. */
const REUSE_FACTOR = 10;
/** Upper limit of that time. */
export const MAX_REUSE_MS = 250;

/**
 * Caches the result of the work so briefly that it hardly ages, but long enough that the work takes at most about a
 * tenth of the time, however often it is requested. For public routes, which must not let anybody occupy the service.
 */
export const cachedBriefly = <T>(work: () => Promise<T>): (() => Promise<T>) =>
  cached(work, (tookMs) => Math.min(MAX_REUSE_MS, REUSE_FACTOR * tookMs));
