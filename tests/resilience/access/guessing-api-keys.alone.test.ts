import { jsonRequest, signUp, WireConnection, type StartedService } from '@facet/test-support';
import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chanceOfLarger, timeInTurn } from '../shared/compare-samples.js';
import { startTarget, type JsonResponse } from '../shared/service.js';
import { AccountClient } from './account-client.js';

const TURNS = 2000;
/**
 * For independent times, one standard deviation would be 0.01. Times of one process are not independent: from run to run
 * the same two ids differ by 0.02 to 0.03. Four times that is no coincidence; a look-up by another code path is far beyond it.
 */
const MOST = 0.1;
const ENDING = 4;
const MAX_IDS = 10;

let service: StartedService;
let connection: WireConnection;
/** Somebody's own, as many as an account may have. */
let real: readonly string[];
let revoked: string;

beforeAll(async () => {
  service = await startTarget();
  const { cookie } = await signUp(service.url, 'sought', 'business');
  const client = new AccountClient(service.url, { cookie });
  const idsIn = ({ body }: JsonResponse): Map<string, string> =>
    new Map(
      (body.data['api_keys'] as { name: string; api_key: string | null }[]).flatMap(({ name, api_key }) =>
        api_key === null ? [] : [[name, api_key]],
      ),
    );
  // Each is shown when it is made.
  const all = idsIn(await client.get('/account/api-keys'));
  for (let n = 1; n < MAX_IDS; n++)
    for (const [name, id] of idsIn(await client.post('/account/api-keys', { name: `program ${n}` })))
      all.set(name, id);
  expect(all.size).toBe(MAX_IDS);
  await client.post('/account/api-keys/revoke', { name: 'program 5' });
  revoked = all.get('program 5') ?? '';
  all.delete('program 5');
  real = [...all.values()];
  connection = new WireConnection(service.url);
  await timeInTurn(
    200,
    () => ask(far()),
    () => ask(far()),
  );
});
afterAll(async () => {
  connection.close();
  await service.stop();
});

const characters = (count: number): string => randomBytes(count).toString('base64url').slice(0, count);

/** The same except for its last characters. Never the same twice, because a repeated id is answered from memory. */
function near(): string {
  const one = real[randomInt(real.length)] ?? '';
  const ending = characters(ENDING);
  return one.endsWith(ending) ? near() : one.slice(0, -ENDING) + ending;
}

/** An id of the same form and length that shares nothing with it. */
const far = (): string => `fct_${characters(32)}`;

/** The whole answer except for the request id. */
async function ask(apiKey: string): Promise<string> {
  const { status, body } = await connection.send(jsonRequest('/get_face_vec', apiKey, {}));
  return `${status} ${body.toString().replace(/"request_id":"[^"]*"/, '')}`;
}

async function expectAlike(
  first: (n: number) => Promise<string>,
  second: (n: number) => Promise<string>,
): Promise<void> {
  const responses = new Set<string>();
  const samples = await timeInTurn(
    TURNS,
    async (n) => responses.add(await first(n)),
    async (n) => responses.add(await second(n)),
  );
  expect([...responses]).toEqual([expect.stringMatching(/^401 .*"4002"/)]);
  const chance = chanceOfLarger(samples.first, samples.second);
  expect(Math.abs(chance - 0.5), `a chance of ${chance}`).toBeLessThan(MOST);
}

describe('guessing an API key', () => {
  it('gains nothing from the time of a look-up: a near miss takes as long as a far one', async () => {
    // Created before the measurement, because one kind takes longer to create.
    const misses = Array.from({ length: TURNS }, () => ({ near: near(), far: far() }));
    expect(misses[0]?.near).toHaveLength(far().length);
    await expectAlike(
      (n) => ask(misses[n]?.near ?? ''),
      (n) => ask(misses[n]?.far ?? ''),
    );
  });

  it('does not tell a revoked one from one that never was', async () => {
    const never = far();
    expect(revoked).toMatch(/^fct_/);
    expect(await ask(revoked)).toBe(await ask(never));
    await expectAlike(
      () => ask(revoked),
      () => ask(never),
    );
  });

  it('gains nothing from trying again: a miss that is remembered is as quick, near or far', async () => {
    const misses = { near: near(), far: far() };
    const fresh = [await ask(misses.near), await ask(misses.far)];
    await expectAlike(
      () => ask(misses.near),
      () => ask(misses.far),
    );
    // It is faster than a first attempt and reveals no more: the first one already said that nobody has this id.
    expect(new Set([...fresh, await ask(misses.near), await ask(misses.far)]).size).toBe(1);
  });
});
