import type { Database } from '../database.js';
import { PostgresTransactions } from './postgres-transactions.js';
import { SqliteTransactions, type TransactionOptions, type Transactions } from './transactions.js';

export function openTransactions(database: Database, options: TransactionOptions): Transactions {
  return database.dialect === 'sqlite'
    ? new SqliteTransactions(database, options)
    : new PostgresTransactions(database, options);
}
