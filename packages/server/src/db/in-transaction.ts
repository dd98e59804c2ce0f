import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.js';

/** Runs the work in the caller's transaction if there is one, else in a new one. */
export const inTransaction = <T>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> => (isTransaction(db) ? work(db) : db.transaction().execute(work));

const isTransaction = (db: Kysely<Tables>): db is Transaction<Tables> => db.isTransaction;
