import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService as start, type StartedService } from '@facet/testing';

export type { StartedService } from '@facet/testing';

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
}

/** The built service with its portal, real models and a fresh data folder. */
export async function startService({ plans, env = {} }: ServiceOptions = {}): Promise<StartedService> {
  const settings = { FACET_WORKERS: '1', ...env };
  if (plans === undefined) return start({ env: settings });
  const folder = await mkdtemp(join(tmpdir(), 'facet-plans-'));
  const file = join(folder, 'plans.json');
  await writeFile(file, JSON.stringify(plans));
  const service = await start({ env: { ...settings, FACET_PLANS_FILE: file } });
  return {
    ...service,
    // The operator's command reads the file too, so it stays as long as the service.
    stop: async () => {
      const code = await service.stop();
      await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}
