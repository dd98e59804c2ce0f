import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cgroupLimits, workersFor } from './default-workers.js';

describe('workersFor', () => {
  it.each([
    { facts: { cores: 8 }, workers: 8 },
    { facts: { cores: 8, cpus: 3 }, workers: 3 },
    { facts: { cores: 8, cpus: 2.9 }, workers: 2 },
    { facts: { cores: 8, cpus: 0.25 }, workers: 1 },
    { facts: { cores: 2, cpus: 16 }, workers: 2 },
    { facts: { cores: 8, threads: 2 }, workers: 4 },
    { facts: { cores: 7, threads: 2 }, workers: 3 },
    { facts: { cores: 8, cpus: 3, threads: 2 }, workers: 1 },
    { facts: { cores: 2, threads: 4 }, workers: 1 },
  ])('lets $workers workers run with $facts', ({ facts, workers }) => {
    expect(workersFor(facts)).toBe(workers);
  });
});

describe('cgroupLimits', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'facet-cgroup-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const write = async (path: string, content: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), `${content}\n`);
  };
  const inGroup = (...lines: string[]): Promise<void> => write('proc/self/cgroup', lines.join('\n'));
  const cpuOfV1 = async (folder: string, quota: number): Promise<void> => {
    await write(`sys/fs/cgroup/${folder}/cpu.cfs_quota_us`, String(quota));
    await write(`sys/fs/cgroup/${folder}/cpu.cfs_period_us`, '100000');
  };

  it('is none outside of Linux, and none where the files say so', async () => {
    expect(await cgroupLimits(root)).toEqual({});
    await inGroup('1:cpu:/', '0::/');
    await write('sys/fs/cgroup/cpu.max', 'max 100000');
    await write('sys/fs/cgroup/memory.max', 'max');
    await cpuOfV1('cpu', -1);
    await write('sys/fs/cgroup/memory/memory.limit_in_bytes', '9223372036854771712');
    expect(await cgroupLimits(root)).toEqual({});
  });

  describe('in version 2', () => {
    it('is what the group of a container says at the top of what it sees', async () => {
      await inGroup('0::/');
      await write('sys/fs/cgroup/cpu.max', '150000 100000');
      await write('sys/fs/cgroup/memory.max', '1073741824');
      expect(await cgroupLimits(root)).toEqual({ cpus: 1.5, memoryBytes: 2 ** 30 });
    });

    it('is the smallest of all the groups around, whichever has it', async () => {
      await inGroup('0::/kubepods/pod7/server');
      await write('sys/fs/cgroup/kubepods/cpu.max', '1600000 100000');
      await write('sys/fs/cgroup/kubepods/pod7/cpu.max', '50000 25000');
      await write('sys/fs/cgroup/kubepods/pod7/server/cpu.max', 'max 100000');
      await write('sys/fs/cgroup/kubepods/memory.max', '4294967296');
      await write('sys/fs/cgroup/kubepods/pod7/server/memory.max', '1073741824');
      // Of somebody else.
      await write('sys/fs/cgroup/kubepods/pod8/cpu.max', '1000 100000');
      expect(await cgroupLimits(root)).toEqual({ cpus: 2, memoryBytes: 2 ** 30 });
    });

    it('is found at the top when the path means a tree that cannot be seen', async () => {
      await inGroup('0::/../../elsewhere');
      await write('sys/fs/cgroup/cpu.max', '200000 100000');
      expect(await cgroupLimits(root)).toEqual({ cpus: 2 });
    });

    it('is found beside version 1', async () => {
      await inGroup('1:name=systemd:/', '0::/mine');
      await write('sys/fs/cgroup/unified/mine/cpu.max', '300000 100000');
      expect(await cgroupLimits(root)).toEqual({ cpus: 3 });
    });
  });

  describe('in version 1', () => {
    it('is a quota and a period', async () => {
      await inGroup('2:memory:/', '1:cpu:/');
      await cpuOfV1('cpu', 50_000);
      await write('sys/fs/cgroup/memory/memory.limit_in_bytes', '1073741824');
      expect(await cgroupLimits(root)).toEqual({ cpus: 0.5, memoryBytes: 2 ** 30 });
    });

    it('is the smallest on the way up, in the folder of two controllers, too', async () => {
      await inGroup('4:cpu,cpuacct:/docker/one', '3:memory:/docker/other');
      await cpuOfV1('cpu,cpuacct/docker', 250_000);
      await cpuOfV1('cpu,cpuacct/docker/one', 400_000);
      await cpuOfV1('cpu,cpuacct/docker/other', 10_000);
      expect(await cgroupLimits(root)).toEqual({ cpus: 2.5 });
    });
  });
});
