import { signUp, type SignedUp, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { postFiles, type JsonResponse } from '../shared/service.js';
import { expectExact } from './counted.js';
import { EXTRA_SUCCESS, tally, underLoad, type CallOutcome } from './load.js';
import { openFaultInjector, type FaultInjector } from './fault-injector.js';
import { slowCall } from './slow-call.js';
import { startOn, temporaryFolder } from './start-on.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DEADLINE_MS = 15_000;
/** Of the plan that the person has: calls at once, and calls a second after that. */
const FREE = { burst: 5, perSecond: 2 };

let data: Awaited<ReturnType<typeof temporaryFolder>>;
let tools: typeof data;
let faults: FaultInjector;
let service: StartedService;
let good: GoodCall;
let person: SignedUp;
const heard: CallOutcome[] = [EXTRA_SUCCESS];

beforeAll(async () => {
  data = await temporaryFolder();
  tools = await temporaryFolder();
  faults = await openFaultInjector(tools.path);
  service = await startOn(data.path, { ...faults.env, FACET_DEADLINE_MS: String(DEADLINE_MS) });
  good = await goodCall(service.url);
  person = await signUp(service.url, 'punctual', 'free');
});
afterAll(async () => {
  await service.stop();
  await data.remove();
  await tools.remove();
});

const setClock = async (offsetMs: number): Promise<void> => {
  const seen = await faults.do(service, { kind: 'clock', offsetMs });
  expect(Math.abs((seen?.now ?? 0) - Date.now() - offsetMs)).toBeLessThan(HOUR);
};

describe('a clock that jumps', () => {
  it('neither ends a call that is under way, nor keeps one alive', async () => {
    const began = performance.now();
    const endless = slowCall(service.url, good.image);
    const slow = slowCall(service.url, good.image);
    await setClock(2 * DAY);
    await setClock(-2 * DAY);
    slow.finish();
    expect(await slow.answer).toMatchObject({ status: 200, code: '1000' });
    heard.push(EXTRA_SUCCESS);
    expect(await endless.answer).toMatchObject({ status: 504, code: '5004' });
    const waited = performance.now() - began;
    expect(waited).toBeGreaterThan(DEADLINE_MS * 0.9);
    expect(waited).toBeLessThan(DEADLINE_MS * 4);
    endless.hangUp();
    await setClock(0);
  });

  it('counts every call once, in whatever month', async () => {
    for (const offset of [3 * HOUR, -3 * HOUR, 40 * DAY, 0, -40 * DAY, 400 * DAY, 0]) {
      await setClock(offset);
      const calls = await underLoad(service.url, { ...good, callers: 2 }, (load) => load.hear(4));
      heard.push(...calls);
      expect(Object.keys(tally(calls)), `${offset / HOUR} h`).toEqual(['1000']);
      await expectExact({ dataDir: data.path, url: undefined }, heard);
    }
  });

  it('keeps the rate, and locks nobody out', async () => {
    for (const offset of [0, 3 * HOUR, -3 * HOUR, 0, 40 * DAY, 0]) {
      await setClock(offset);
      const began = performance.now();
      const responses = await Promise.all(Array.from({ length: 3 * FREE.burst }, callOfPerson));
      const passed = responses.filter(({ body }) => body.code === '1000');
      const rejected = responses.filter(({ body }) => body.code === '4291');
      const summary = `${offset / HOUR} h: ${passed.length} passed, ${rejected.length} rejected`;
      expect(passed.length + rejected.length, summary).toBe(responses.length);
      const seconds = (performance.now() - began) / 1000;
      expect(passed.length, summary).toBeLessThanOrEqual(FREE.burst + FREE.perSecond * seconds + 1);
      for (const { headers } of rejected) expect(Number(headers.get('retry-after')), summary).toBeLessThan(5);
      const isServed = async (): Promise<string> => {
        const { body } = await callOfPerson();
        if (body.code === '1000') heard.push(EXTRA_SUCCESS);
        return body.code;
      };
      await expect.poll(isServed, { timeout: 15_000, interval: 600, message: summary }).toBe('1000');
      heard.push(...passed.map(() => EXTRA_SUCCESS));
    }
    await expectExact({ dataDir: data.path, url: undefined }, heard);
  });

  it('ends sessions that are over by it; log-ins work before, then and after', async () => {
    const { cookie, email, password } = person;
    expect(await codeWith(cookie)).toBe('1000');
    await setClock(3 * HOUR);
    expect(await codeWith(cookie)).toBe('1000');
    await setClock(40 * DAY);
    expect(await codeWith(cookie)).toBe('4010');
    for (let n = 0; n < 7; n++) await logIn(email, 'not the password at all');
    expect((await logIn(email, password)).code).toBe('4293');
    await setClock(0);
    const { code, cookie: fresh } = await logIn(email, password);
    expect(code).toBe('1000');
    expect(await codeWith(fresh)).toBe('1000');
    await setClock(-3 * HOUR);
    expect(await codeWith(fresh)).toBe('1000');
    await setClock(0);
  });
});

const callOfPerson = (): Promise<JsonResponse> =>
  postFiles(`${service.url}/get_face_vec`, { img: good.image }, person.apiKey);

async function codeWith(cookie: string): Promise<string> {
  const response = await fetch(`${service.url}/account`, { headers: { cookie } });
  return ((await response.json()) as { code: string }).code;
}

async function logIn(email: string, password: string): Promise<{ code: string; cookie: string }> {
  const response = await fetch(`${service.url}/account/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ email, password }),
  });
  const cookie = response.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
  return { code: ((await response.json()) as { code: string }).code, cookie: cookie.join('; ') };
}
