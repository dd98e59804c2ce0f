import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { ERROR_CATALOGUE } from '../../errors.js';
import { KEPT_REQUESTS, type LoggedRequest, type RequestLog } from './request-log.js';

/** The codes of requests that were analysed; others end earlier and would make the service look faster. */
const ANALYSED = [
  '1000',
  ...Object.values(ERROR_CATALOGUE)
    .filter(({ counts }) => counts === true)
    .map(({ number }) => number),
];

/** Where the next page begins. */
export interface LogCursor {
  readonly at: number;
  readonly id: string;
}

/** Which requests to show; null: all. */
interface LogFilter {
  readonly operation: string | null;
  readonly code: string | null;
  /** The name of an API key. */
  readonly key: string | null;
}

export const NO_FILTER: LogFilter = { operation: null, code: null, key: null };

export interface LogQuery {
  readonly limit: number;
  readonly before: LogCursor | null;
  /** Only requests that were rejected or failed. */
  readonly failedOnly: boolean;
  readonly filter: LogFilter;
}

/** What there is to filter by. */
interface LogFacets {
  readonly operations: readonly string[];
  readonly codes: readonly string[];
  readonly keys: readonly string[];
}

interface LogPage {
  /** The newest first. */
  readonly requests: readonly LoggedRequest[];
  readonly next: LogCursor | null;
}

/** How long the analysed requests in the log took. */
export interface Latency {
  readonly p95Ms: number;
  /** The number of measured requests. */
  readonly requests: number;
}

/** What an account can see of its own requests. */
export class LoggedRequests {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly log: Pick<RequestLog, 'keptSince' | 'keptDays'>,
  ) {}

  get keptDays(): number {
    return this.log.keptDays;
  }

  async page(accountId: string, { limit, before, failedOnly, filter }: LogQuery): Promise<LogPage> {
    let query = this.db
      .selectFrom('request_log')
      .select(['at', 'id', 'operation', 'status', 'code', 'ms'])
      .select(['request_id as requestId', 'key_name as keyName'])
      .where('account_id', '=', accountId)
      .where('at', '>=', this.log.keptSince)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      // One more shows whether there is a next page.
      .limit(limit + 1);
    if (failedOnly) query = query.where('code', '<>', '1000');
    if (filter.operation !== null) query = query.where('operation', '=', filter.operation);
    if (filter.code !== null) query = query.where('code', '=', filter.code);
    if (filter.key !== null) query = query.where('key_name', '=', filter.key);
    if (before !== null)
      query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(before.at, before.id)));
    const rows = await query.execute();
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      requests: shown.map(({ at, operation, status, code, ms, requestId, keyName }) => ({
        at,
        operation,
        status,
        code,
        ms,
        requestId,
        keyName,
      })),
      next: rows.length > limit && last !== undefined ? { at: last.at, id: last.id } : null,
    };
  }

  /** From the rows of one account, which are few. */
  async facets(accountId: string): Promise<LogFacets> {
    const rows = await this.db
      .selectFrom('request_log')
      .select(['operation', 'code', 'key_name as key'])
      .distinct()
      .where('account_id', '=', accountId)
      .where('at', '>=', this.log.keptSince)
      .execute();
    const sorted = (values: readonly string[]): string[] => [...new Set(values)].sort();
    return {
      operations: sorted(rows.map(({ operation }) => operation)),
      codes: sorted(rows.map(({ code }) => code)),
      keys: sorted(rows.flatMap(({ key }) => key ?? [])),
    };
  }

  /** Null if nothing was analysed yet. */
  async latency(accountId: string): Promise<Latency | null> {
    const rows = await this.db
      .selectFrom('request_log')
      .select('ms')
      .where('account_id', '=', accountId)
      .where('at', '>=', this.log.keptSince)
      .where('code', 'in', ANALYSED)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(KEPT_REQUESTS)
      .execute();
    const sorted = rows.map(({ ms }) => ms).sort((a, b) => a - b);
    const p95Ms = sorted[Math.ceil(sorted.length * 0.95) - 1];
    return p95Ms === undefined ? null : { p95Ms, requests: sorted.length };
  }
}
