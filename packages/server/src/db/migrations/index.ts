import type { Transaction } from 'kysely';
import type { Tables } from '../tables.js';
import { createTables } from './0001-baseline.js';

export interface Migration {
  readonly name: string;
  readonly apply: (tx: Transaction<Tables>, dialect: 'sqlite' | 'postgres') => Promise<void>;
}

/**
 * In this order, only ever added to. An older server may run beside a newer one on the same database, so steps add;
 * what takes away comes a release later and says by its name which step servers must know, as in
 * `0009-drop-colour needs 0007-hue` (docs/decisions/0013-versions-side-by-side.md).
 */
export const MIGRATIONS: readonly Migration[] = [{ name: '0001-baseline', apply: createTables }];
