import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService as start, type StartedService } from '@facet/test-support';
import { photoPath } from './operations.js';

export type { StartedService } from '@facet/test-support';

/** As in the file that FACET_PLANS_FILE names. */
export interface FilePlan {
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

/** The built service with its portal, real models and a fresh data folder. */
export async function startService({
  plans,
  env = {},
  ownSamples = false,
}: ServiceOptions = {}): Promise<StartedService> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-portal-'));
  // On a busy machine, one worker may need longer for the first photo than a service in production.
  const settings: Record<string, string> = { FACET_WORKERS: '1', FACET_DEADLINE_MS: '120000', ...env };
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
