import pg from 'pg';

/** What the database says of an account, whatever the servers think. */
export interface Standing {
  /** Calls that count against the quota. */
  readonly used: number;
  /** Calls in flight, or lost and not expired yet. */
  readonly reserved: number;
  /** Calls that were answered with success, as the bill shows them. */
  readonly billed: number;
}

export interface Ledger {
  standing(userEmail: string): Promise<Standing>;
  /** The steps of the tables that were applied, by name. */
  steps(): Promise<string[]>;
  query(text: string): Promise<void>;
  close(): Promise<void>;
}

const STANDING = `
  select (select coalesce(sum(used), 0)::int from period_usage where account_id = account.id) as used,
    (select count(*)::int from reservation
      where account_id = account.id and expires_at > extract(epoch from clock_timestamp()) * 1000) as reserved,
    (select coalesce(sum(calls), 0)::int from usage_day where account_id = account.id and outcome = '1000') as billed
  from account
  where account.user_id = (select id from users where email = $1)`;

/** A look into the database from outside, as an auditor would take it. */
export async function openLedger(url: string): Promise<Ledger> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 30_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return {
    standing: async (email) => {
      const { rows } = await client.query<Standing>(STANDING, [email]);
      const [row] = rows;
      if (row === undefined) throw new Error(`There is no account of ${email}.`);
      return row;
    },
    steps: async () => {
      const { rows } = await client.query<{ name: string }>(
        'select name from migration order by applied_at, name',
      );
      return rows.map(({ name }) => name);
    },
    query: async (text) => {
      await client.query(text);
    },
    close: () => client.end(),
  };
}
