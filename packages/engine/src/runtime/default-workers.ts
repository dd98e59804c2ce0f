import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

interface CpuFacts {
  /** The cores that this process may run on. */
  readonly cores: number;
  /** The container's limit, in cores; undefined where there is none. */
  readonly cpus?: number | undefined;
  /** Threads of each worker. */
  readonly threads?: number | undefined;
}

/**
 * As many workers as have a core for each of their threads, and at least one. A part of a core is left to the main
 * thread: a worker that is stopped in the middle of each period delays the call that it is working on.
 */
export function workersFor({ cores, cpus = Infinity, threads = 1 }: CpuFacts): number {
  return Math.max(1, Math.floor(Math.min(cores, cpus) / threads));
}

/** The default number of workers. */
export async function defaultWorkers({
  threads,
}: { readonly threads?: number | undefined } = {}): Promise<number> {
  const { cpus } = await cgroupLimits();
  return workersFor({ cores: availableParallelism(), cpus, threads });
}

/** The limits of a container; undefined where there is none. */
export interface CgroupLimits {
  readonly memoryBytes?: number;
  /** In cores: 1.5 is one and a half. */
  readonly cpus?: number;
}

/** Where Linux shows the tree of groups; version 2 beside version 1 has a folder of its own. */
const V2_FOLDERS = ['', 'unified'];
const V1_CPU_FOLDERS = ['cpu', 'cpu,cpuacct', 'cpuacct,cpu'];
const V1_MEMORY_FOLDERS = ['memory'];

/**
 * The limits of the group that this process is in and of all groups around it: the smallest counts. `root` is
 * where `proc` and `sys` are found.
 */
export async function cgroupLimits(root = '/'): Promise<CgroupLimits> {
  const groups = groupsOf(await readText(join(root, 'proc/self/cgroup')));
  const tree = join(root, 'sys/fs/cgroup');
  const inV2 = V2_FOLDERS.flatMap((folder) => foldersUpwards(join(tree, folder), groups.get('') ?? '/'));
  const inV1 = (controller: string, folders: readonly string[]): string[] =>
    folders.flatMap((folder) => foldersUpwards(join(tree, folder), groups.get(controller) ?? '/'));
  const cpus = await smallest([
    ...inV2.map(async (folder) => quotaOf(await readText(join(folder, 'cpu.max')))),
    ...inV1('cpu', V1_CPU_FOLDERS).map(async (folder) =>
      quotaOf(
        `${await readText(join(folder, 'cpu.cfs_quota_us'))} ${await readText(join(folder, 'cpu.cfs_period_us'))}`,
      ),
    ),
  ]);
  const memoryBytes = await smallest([
    ...inV2.map(async (folder) => bytesOf(await readText(join(folder, 'memory.max')))),
    ...inV1('memory', V1_MEMORY_FOLDERS).map(async (folder) =>
      bytesOf(await readText(join(folder, 'memory.limit_in_bytes'))),
    ),
  ]);
  return { ...(memoryBytes !== undefined && { memoryBytes }), ...(cpus !== undefined && { cpus }) };
}

/** Which group each controller of version 1 has put the process in; version 2 has one for all, named ''. */
function groupsOf(text: string): Map<string, string> {
  const groups = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) continue;
    for (const controller of controllers.split(',')) groups.set(controller, path);
  }
  return groups;
}

/** A container that sees only its own part of the tree finds its limits at the top, whatever its path says. */
function foldersUpwards(top: string, group: string): string[] {
  const names = group.split('/').filter((name) => name !== '' && name !== '..');
  return Array.from({ length: names.length + 1 }, (_, count) => join(top, ...names.slice(0, count)));
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

async function smallest(limits: readonly Promise<number | undefined>[]): Promise<number | undefined> {
  const known = (await Promise.all(limits)).filter((limit) => limit !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** "150000 100000": microseconds of CPU time in each period of microseconds; "max" or -1 means no limit. */
function quotaOf(text: string): number | undefined {
  const [quota = '', period = ''] = text.trim().split(/\s+/);
  const share = Number(quota) / Number(period);
  return quota !== '' && Number.isFinite(share) && share > 0 ? share : undefined;
}

/** Version 1 writes "no limit" as a number beyond any machine. */
const NO_LIMIT = 2 ** 60;

function bytesOf(text: string): number | undefined {
  const bytes = Number(text);
  return text.trim() !== '' && Number.isFinite(bytes) && bytes < NO_LIMIT ? bytes : undefined;
}
