import { signUp, type SignedUp, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chanceOfLarger, timeInTurn } from '../shared/compare-samples.js';
import { startTarget, type JsonResponse } from '../shared/service.js';
import { fromAddress, AccountClient } from './account-client.js';

const ACCOUNTS = 8;
/** Attempts for one email address that are not slowed down: from one network, and from all together. */
const FREE_BY_EMAIL_AND_NETWORK = 5;
const FREE_BY_EMAIL = 50;
const FREE_BY_ADDRESS = 20;

let service: StartedService;
let people: readonly SignedUp[];
let address = 0;

beforeAll(async () => {
  // X-Forwarded-For is trusted, so that one machine can act as many clients.
  // All of a core for passwords: the budget for log-ins from many networks is not what is tested here.
  service = await startTarget({ FACET_TRUST_PROXY: '1', FACET_PASSWORD_PERCENT: '100' });
  people = [];
  for (let n = 0; n < ACCOUNTS; n++)
    people = [...people, await signUp(service.url, `known-${n}`, 'business')];
});
afterAll(() => service.stop());

const logIn = (email: string, password: string, from = fromAddress(address++)): Promise<JsonResponse> =>
  new AccountClient(service.url, from).post('/account/log-in', { email, password });

const known = (n: number): SignedUp => {
  const person = people[n % ACCOUNTS];
  if (person === undefined) throw new Error('Nobody has signed up.');
  return person;
};

describe('samples', () => {
  it('are distinguished if they differ, and not otherwise', () => {
    expect(chanceOfLarger([1, 2, 3], [1, 2, 3])).toBe(0.5);
    expect(chanceOfLarger([100, 101], [1, 2])).toBe(1);
    expect(chanceOfLarger([1, 2], [100, 101])).toBe(0);
  });
});

describe('whether there is an account', () => {
  const WRONG = 'not the password at all';

  it('is not revealed by the response to a log-in, nor by its time', { timeout: 600_000 }, async () => {
    const responses: JsonResponse[] = [];
    const { first, second } = await timeInTurn(
      // Far fewer attempts for each than are allowed without a delay. The chance below is then exact to 0.05.
      ACCOUNTS * 10,
      async (n) => responses.push(await logIn(known(n).email, WRONG)),
      async (n) => responses.push(await logIn(`unknown-${n % ACCOUNTS}@people.example`, WRONG)),
    );
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(responses[0]).toMatchObject({ status: 401, body: { code: '4011' } });
    const names = responses.map(({ headers }) => [...headers.keys()].sort().join());
    expect(new Set(names).size).toBe(1);
    // A look-up that skips the hash is recognised with a probability of nearly 0 or 1.
    const chance = chanceOfLarger(first, second);
    expect(chance).toBeGreaterThan(0.2);
    expect(chance).toBeLessThan(0.8);
  });

  it('is not revealed by the throttling either', async () => {
    const codes = async (email: string): Promise<string[]> => {
      const heard: string[] = [];
      const from = fromAddress(address++);
      for (let n = 0; n < FREE_BY_EMAIL_AND_NETWORK + 2; n++)
        heard.push((await logIn(email, WRONG, from)).body.code);
      return heard;
    };
    const fresh = await signUp(service.url, 'slowed');
    expect(await codes(fresh.email)).toEqual(await codes('slowed-unknown@people.example'));
  });
});

describe('guessing a password', () => {
  it('is slowed down over many addresses: the email address counts', async () => {
    const { email, password } = await signUp(service.url, 'brute-email');
    const heard: JsonResponse[] = [];
    for (let n = 0; n < FREE_BY_EMAIL + 5; n++) heard.push(await logIn(email, `guess number ${n} of many`));
    expect(heard.map(({ body }) => body.code)).toEqual([
      ...Array.from({ length: FREE_BY_EMAIL }, () => '4011'),
      ...Array.from({ length: 5 }, () => '4293'),
    ]);
    expect(Number(heard.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(10);
    // Otherwise a correct guess would be visible, because it succeeds.
    expect((await logIn(email, password)).body.code).toBe('4293');
    expect((await logIn(email.toUpperCase(), password)).body.code).toBe('4293');
  });

  it('from one network is slowed down after a few, and does not lock the owner out elsewhere', async () => {
    const { email, password } = await signUp(service.url, 'brute-network');
    const from = fromAddress(address++);
    const codes: string[] = [];
    for (let n = 0; n < 2 * FREE_BY_EMAIL; n++)
      codes.push((await logIn(email, `guess number ${n} of many`, from)).body.code);
    expect(codes.filter((code) => code === '4011')).toHaveLength(FREE_BY_EMAIL_AND_NETWORK);
    expect((await logIn(email, password)).body.code).toBe('1000');
  });

  it('is slowed down over many email addresses: the network address counts', async () => {
    const from = { 'x-forwarded-for': '203.0.113.99' };
    const codes: string[] = [];
    for (let n = 0; n < FREE_BY_ADDRESS + 5; n++)
      codes.push((await logIn(`spray-${n}@people.example`, 'one password for all', from)).body.code);
    expect(codes.slice(0, FREE_BY_ADDRESS)).not.toContain('4293');
    expect(new Set(codes.slice(FREE_BY_ADDRESS))).toEqual(new Set(['4293']));
  });

  it('is slowed down over the addresses of one IPv6 network', async () => {
    const codes: string[] = [];
    for (let n = 0; n < FREE_BY_ADDRESS + 3; n++) {
      const from = { 'x-forwarded-for': `2001:db8:7:7::${(n + 1).toString(16)}` };
      codes.push((await logIn(`six-${n}@people.example`, 'one password for all', from)).body.code);
    }
    expect(codes.at(-1)).toBe('4293');
  });

  it('is slowed down when all guesses come at once', async () => {
    const { email } = await signUp(service.url, 'brute-parallel');
    const from = fromAddress(address++);
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, n) => logIn(email, `guess number ${n} of many`, from)),
    );
    const tried = responses.filter(({ body }) => body.code === '4011');
    expect(tried.length).toBeLessThanOrEqual(FREE_BY_EMAIL_AND_NETWORK);
    for (const { body } of responses) expect(['4011', '4293', '5003']).toContain(body.code);
  });

  it('is slowed down with a stolen session, too', async () => {
    const { cookie } = await signUp(service.url, 'stolen');
    const thief = new AccountClient(service.url, { cookie });
    const codes: string[] = [];
    for (let n = 0; n < FREE_BY_EMAIL_AND_NETWORK + 2; n++)
      codes.push((await thief.post('/account/delete', { password: `guess number ${n} of many` })).body.code);
    expect(codes.at(-1)).toBe('4293');
  });
});
