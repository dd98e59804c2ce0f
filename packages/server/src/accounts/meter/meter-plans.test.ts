import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../db/migrate.js';
import { openPostgres } from '../../db/postgres/open-postgres.js';
import { startTemporaryPostgres, type TemporaryPostgres } from '../../testing/temporary-postgres.js';
import { PLANNING } from './postgres-session.js';
import { ADMIT, SETTLE } from './postgres-statements.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly Alias?: string;
  readonly 'CTE Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

let server: TemporaryPostgres;
let client: pg.Client;
beforeAll(async () => {
  server = await startTemporaryPostgres();
  const url = await server.createDatabase();
  const database = openPostgres(url);
  await migrate(database);
  await database.close();
  client = new pg.Client({ connectionString: url, options: PLANNING });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await server.stop();
});

const planOf = async (statement: string): Promise<PlanNode> => {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    `explain (generic_plan, format json) ${statement}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('PostgreSQL explains nothing.');
  return plan;
};

const LIST_SCANS = ['CTE Scan', 'Function Scan'];
const isList = (node: PlanNode): boolean => LIST_SCANS.includes(node['Node Type']);
/** The clock is a list of one. */
const isClock = (node: PlanNode): boolean => node['CTE Name'] === 'c';

/** Loops that read a whole list again for each row of something: their time grows with the square of the batch. */
function squareLoops(node: PlanNode): string[] {
  const part = (side: string): PlanNode | undefined =>
    node.Plans?.find((plan) => plan['Parent Relationship'] === side);
  const outer = part('Outer');
  const inner = part('Inner');
  const isSquare =
    node['Node Type'] === 'Nested Loop' &&
    outer !== undefined &&
    inner !== undefined &&
    isList(inner) &&
    !isClock(inner) &&
    !isClock(outer);
  return [
    ...(isSquare ? [`${inner['Node Type']} ${inner['CTE Name'] ?? inner.Alias ?? ''}`] : []),
    ...(node.Plans ?? []).flatMap(squareLoops),
  ];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

it.each([
  ['admitting', ADMIT],
  ['settling', SETTLE],
])('%s a batch takes time in proportion to it, and reads no table whole', async (_, statement) => {
  const plan = await planOf(statement);
  expect(squareLoops(plan)).toEqual([]);
  expect(nodesOf(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
});

it('would be seen', async () => {
  const plan = await planOf(
    `with a as materialized (select unnest($1::int[]) as n), b as materialized (select unnest($2::int[]) as n)
     select from a join b on a.n < b.n`,
  );
  expect(squareLoops(plan)).toEqual(['CTE Scan b']);
});
