import { jsonRequest, signUp, WireConnection, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chanceOfLarger, timeInTurn } from '../shared/compare-samples.js';
import { API_KEY, startTarget } from '../shared/service.js';

const TURNS = 1000;
/** As for API keys: four times what the same request differs by from run to run. */
const MOST = 0.1;
const VECTOR_LENGTH = 0.437;

/** Of another account, and of nobody. */
const NAMES = { private: 'private', absent: 'nothing' };
const VECTOR = JSON.stringify(Array.from({ length: 128 }, () => VECTOR_LENGTH / Math.sqrt(128)));

let service: StartedService;
let connection: WireConnection;

beforeAll(async () => {
  service = await startTarget({ FACET_COLLECTIONS: '1' });
  const { apiKey: owner } = await signUp(service.url, 'owner', 'business');
  for (const [path, body] of [
    ['', undefined],
    ['/people/ada', '{}'],
    ['/people/eve', '{}'],
  ] as const) {
    const { status } = await fetch(`${service.url}/collections/${NAMES.private}${path}`, {
      method: 'PUT',
      headers: { user_id: owner, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    expect(status).toBe(200);
  }
  connection = new WireConnection(service.url);
});
afterAll(async () => {
  connection.close();
  await service.stop();
});

/** The whole answer except for the request id. The caller has no limits. */
async function ask(
  collection: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const request = jsonRequest(`/collections/${collection}${path}`, API_KEY, fields);
  const { status, body } = await connection.send(request);
  return `${status} ${body.toString().replace(/"request_id":"[^"]*"/, '')}`;
}

describe('a collection of another account, whose name is known', () => {
  it.each([
    ['a search', '/search', { vec: VECTOR }],
    ['an enrolment', '/people/ada/faces', { vec: VECTOR }],
    ['a verification', '/people/ada/verify', { vec: VECTOR }],
    ['a merge', '/people/ada/merge', { from: 'eve' }],
  ] as [string, string, Readonly<Record<string, string>>][])(
    'is answered as one that does not exist, in the same time: %s',
    async (_name, path, fields) => {
      const responses = new Set<string>();
      const other = async (): Promise<unknown> => responses.add(await ask(NAMES.private, path, fields));
      const absent = async (): Promise<unknown> => responses.add(await ask(NAMES.absent, path, fields));
      await timeInTurn(100, other, absent);
      const samples = await timeInTurn(TURNS, other, absent);
      expect([...responses]).toEqual([expect.stringMatching(/^404 /)]);
      const chance = chanceOfLarger(samples.first, samples.second);
      expect(Math.abs(chance - 0.5), `a chance of ${chance}`).toBeLessThan(MOST);
    },
  );
});
