import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { arch, availableParallelism, cpus, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { compactJson } from './compact-json.js';

const RESULTS = resolve(import.meta.dirname, '../../results');

/**
 * Writes the summary of a benchmark with the date and the machine. A benchmark whose parts run separately names the part,
 * and the other parts in its file stay.
 */
export async function saveResults(name: string, results: unknown, part?: string): Promise<string> {
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
  const content = part === undefined ? record : { ...(await savedParts(file)), [part]: record };
  await writeFile(file, `${compactJson(content)}\n`);
  return file;
}

async function savedParts(file: string): Promise<object> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as object;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
