import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService as start, type StartedService } from '@facet/test-support';
import { photoPath } from './operations.js';

export type { StartedService } from '@facet/test-support';

/** As in the file that FACET_PLANS_FILE names. */
interface FilePlan {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly calls_per_month: number | null;
  readonly calls_per_second: number | null;
  readonly burst?: number;
}

export interface ServiceOptions {
  /** In place of the default plans. */
  readonly plans?: readonly FilePlan[];
  readonly env?: Readonly<Record<string, string>>;
  /** Use the portal's own sample photos instead of those that the tests know. */
  readonly ownSamples?: boolean;
}

const TEST_PHOTOS = [1, 2, 3, 4, 5, 6];

/** Unless a test needs others. */
const SETTINGS = {
  FACET_WORKERS: '1',
  // On a busy machine, one worker may need longer for the first photo than a service in production.
  FACET_DEADLINE_MS: '120000',
  FACET_COLLECTIONS: '1',
  // Each file of tests comes from a network of its own, so that none is slowed down by the sign-ups of others.
  FACET_TRUST_PROXY: '1',
  FACET_PASSWORD_PERCENT: '100',
  // No trial call is rejected.
  FACET_TRIAL_CALLS_PER_NETWORK: '100000',
  FACET_TRIAL_CALLS: '100000',
  FACET_TRIAL_OPEN: '64',
  FACET_TRIAL_OPEN_PER_NETWORK: '64',
  FACET_TRIAL_WORKER_PERCENT: '100',
  FACET_TRIAL_DEADLINE_MS: '120000',
};

const plan = (
  id: string,
  name: string,
  calls: number | null,
  pace: Pick<FilePlan, 'calls_per_second' | 'burst'> = { calls_per_second: null },
): FilePlan => ({ id, name, summary: `${name} for tests.`, calls_per_month: calls, ...pace });

/** The services that several files share. */
export const COMMON_SERVICES = {
  ordinary: {},
  'own samples': { ownSamples: true },
  'small plans': {
    plans: [
      plan('one', 'One', 1),
      plan('two', 'Two', 2),
      plan('four', 'Four', 4),
      plan('many', 'Many', 5000),
      plan('slow', 'Slow', null, { calls_per_second: 0.04, burst: 1 }),
      plan('paced', 'Paced', null, { calls_per_second: 0.5, burst: 2 }),
      plan('ample', 'Ample', null),
    ],
  },
  'nothing optional': { env: { FACET_COLLECTIONS: '', FACET_TRIAL: 'off', FACET_REQUEST_LOG_DAYS: '0' } },
} as const satisfies Record<string, ServiceOptions>;

/** The built service with its portal, real models and a fresh data folder. */
export async function startService({
  plans,
  env = {},
  ownSamples = false,
}: ServiceOptions = {}): Promise<StartedService> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-portal-'));
  const settings: Record<string, string> = { ...SETTINGS, ...env };
  if (!ownSamples) {
    for (const n of TEST_PHOTOS) await copyFile(photoPath(n), join(folder, `${n}.jpg`));
    settings['FACET_SAMPLES_DIR'] = folder;
  }
  if (plans !== undefined) {
    settings['FACET_PLANS_FILE'] = join(folder, 'plans.json');
    await writeFile(settings['FACET_PLANS_FILE'], JSON.stringify(plans));
  }
  const service = await start({ env: settings });
  return {
    ...service,
    // `facet-admin` reads the plans too, so the folder stays as long as the service.
    stop: async () => {
      const code = await service.stop();
      await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}
