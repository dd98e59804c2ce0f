import { afterAll, beforeAll, expect, it } from 'vitest';
import { postJson } from '../../calls.test.fixture.js';
import { runApp, type RunningApp } from '../../running-app.test.fixture.js';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ env: { FACET_TRUST_PROXY: '1' } });
});
afterAll(() => app.close());

/** A log-in of somebody else each time, so that only the address can be what is counted. */
const attempt = async (forwardedFor: string, n: number): Promise<string> => {
  const body = { email: `nobody-${n}@example.org`, password: 'wrong password' };
  const headers = { 'x-forwarded-for': forwardedFor };
  return (await postJson(`${app.url}/account/log-in`, body, headers)).body.code;
};

it('attempts are counted by the address that the proxy names, not by those that a client names', async () => {
  const codes = new Set<string>();
  for (let n = 0; n < 21; n += 1) codes.add(await attempt(`198.51.100.${n}, 203.0.113.9`, n));
  expect([...codes]).toEqual(['4011', '4293']);
  expect(await attempt('203.0.113.9, 198.51.100.1', 99)).toBe('4011');
});
