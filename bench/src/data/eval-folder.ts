import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const REPOSITORY_ROOT = resolve(import.meta.dirname, '../../..');

/** The folder of evaluation data: FACET_EVAL_DIR, or `../shared/eval` beside the checkout. */
export function findEvalFolder(): string {
  const folder = resolve(process.env['FACET_EVAL_DIR'] ?? join(REPOSITORY_ROOT, '../shared/eval'));
  if (!existsSync(folder)) {
    throw new Error(
      `No evaluation data at ${folder}. Set FACET_EVAL_DIR to a folder laid out as docs/appendix/accuracy.md describes.`,
    );
  }
  return folder;
}

/** Rows of a comma-separated file with a heading, as objects. The files hold no quoted commas. */
export async function readTable(path: string): Promise<Record<string, string>[]> {
  const [heading = '', ...lines] = (await readFile(path, 'utf8')).trim().split(/\r?\n/);
  const names = heading.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}
