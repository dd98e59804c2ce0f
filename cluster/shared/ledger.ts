import pg from 'pg';

/** What the database says of an account, whatever the servers think. */
export interface Standing {
  /** Calls that count against the quota. */
  readonly used: number;
  /** Calls in flight. */
  readonly held: number;
  /** Calls that were answered with success, as the bill shows them. */
  readonly billed: number;
}

export interface Ledger {
  standing(userEmail: string): Promise<Standing>;
  /** The steps of the tables that were applied, by name. */
  steps(): Promise<string[]>;
  /** Servers that the others believe to be alive. */
  servers(): Promise<number>;
  query(text: string): Promise<void>;
  close(): Promise<void>;
}

const STANDING = `
  select coalesce(meter.used, 0)::int as used, coalesce(meter.held, 0)::int as held,
    (select coalesce(sum(calls), 0)::int from usage_day where account_id = account.id and outcome = '1000') as billed
  from account left join meter on meter.account_id = account.id
  where account.person_id = (select id from person where email = $1)`;

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
    servers: async () => {
      const { rows } = await client.query<{ n: number }>('select count(*)::int as n from server');
      return rows[0]?.n ?? 0;
    },
    query: async (text) => {
      await client.query(text);
    },
    close: () => client.end(),
  };
}
