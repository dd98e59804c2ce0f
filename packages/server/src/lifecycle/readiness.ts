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
