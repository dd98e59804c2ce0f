import { mkdir, writeFile } from 'node:fs/promises';
import { arch, availableParallelism, cpus, platform } from 'node:os';
import { join, resolve } from 'node:path';

const RESULTS = resolve(import.meta.dirname, '../results');

/** Writes the results of a benchmark with the date and the kind of machine. */
export async function saveResults(name: string, results: unknown): Promise<string> {
  await mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, `${name}.json`);
  const record = {
    date: new Date().toISOString(),
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      system: `${platform()} ${arch()}`,
      node: process.version,
    },
    results,
  };
  await writeFile(file, `${JSON.stringify(record, null, 2)}\n`);
  return file;
}
