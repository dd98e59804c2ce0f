import { signUp, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type JsonResponse } from '../shared/service.js';
import { AccountClient, fromAddress } from './account-client.js';

/** More than wait in a queue and are hashed within ten seconds. */
const STRANGERS = 100;
const WRONG = 'not the password at all';

let service: StartedService;

beforeAll(async () => {
  service = await startTarget({ FACET_TRUST_PROXY: '1' });
});
afterAll(() => service.stop());

/** All at once, each from a network of its own. */
const flood = (path: 'log-in' | 'sign-up'): Promise<JsonResponse>[] =>
  Array.from({ length: STRANGERS }, (_, n) =>
    new AccountClient(service.url, fromAddress(n)).post(`/account/${path}`, {
      email: `${path}-${n}@strangers.example`,
      password: WRONG,
    }),
  );

describe('a flood from many networks', () => {
  it.each(['log-in', 'sign-up'] as const)(
    'of %ss is rejected in time, and lets owners log in with known browsers',
    async (path) => {
      const { email, password, cookie } = await signUp(service.url, `owner-beside-${path}`);
      const known = new AccountClient(service.url, { cookie });
      const responses = flood(path);
      let answered = 0;
      const all = Promise.all(responses.map(async (response) => (await response, answered++)));
      await Promise.race(responses);
      for (let n = 0; n < 3; n++)
        expect((await known.post('/account/log-in', { email, password })).body.code).toBe('1000');
      // They did not have to wait for the flood to end.
      expect(answered).toBeLessThan(STRANGERS);
      await all;
      const codes = (await Promise.all(responses)).map(({ body }) => body.code);
      expect(codes.filter((code) => code === '5003').length).toBeGreaterThan(STRANGERS / 2);
      for (const { body, headers } of await Promise.all(responses))
        if (body.code === '5003') expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});
