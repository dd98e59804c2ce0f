import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a container is allowed; undefined where nothing limits it. */
export interface CgroupLimits {
  readonly memoryBytes?: number;
  readonly cpus?: number;
}

/** Version 2 has both limits in one folder, version 1 in two. */
export async function cgroupLimits(root = '/sys/fs/cgroup'): Promise<CgroupLimits> {
  const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8').catch(() => '');
  const memory = memoryOf((await read('memory.max')) || (await read('memory/memory.limit_in_bytes')));
  const [quota, period] = (await read('cpu.max')).trim().split(' ');
  const cpus =
    cpusOf(quota, period) ?? cpusOf(await read('cpu/cpu.cfs_quota_us'), await read('cpu/cpu.cfs_period_us'));
  return {
    ...(memory !== undefined && { memoryBytes: memory }),
    ...(cpus !== undefined && { cpus }),
  };
}

/** Version 1 writes "no limit" as a number beyond any machine. */
const NO_LIMIT = 2 ** 60;

function memoryOf(text: string): number | undefined {
  const bytes = Number(text);
  return text.trim() !== '' && Number.isFinite(bytes) && bytes < NO_LIMIT ? bytes : undefined;
}

function cpusOf(quota = '', period = ''): number | undefined {
  const share = Number(quota) / Number(period);
  return quota.trim() !== '' && Number.isFinite(share) && share > 0 ? share : undefined;
}
