import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool.js';

/** How long a server that starts waits for another one to bring the tables up to date: it does not listen before. */
export function lockDeadlineMs(): number {
  const source = readFileSync(join(ROOT, 'packages', 'server', 'src', 'db', 'migrate.ts'), 'utf8');
  const [, product] = /\bLOCK_DEADLINE_MS = ([\d_ *]+);/.exec(source) ?? [];
  if (product === undefined) throw new Error('LOCK_DEADLINE_MS is not where it was.');
  return product.split('*').reduce((all, factor) => all * Number(factor.replaceAll('_', '')), 1);
}
