import { signUp } from '@facet/test-support';
import { beforeAll, expect, it } from 'vitest';
import { call, makePhoto, tally, type ServiceResponse, type Photo } from './shared/call.js';
import { useCluster } from './shared/cluster.js';
import { BURST, QUOTA, RATE_LIMITED_PLAN, WITH_QUOTA } from './shared/plans.js';

/** With the quota fewer than the 64 requests that nginx takes from one network at a time. */
const BEYOND = 20;

const cluster = useCluster();
let photo: Photo;
beforeAll(async () => {
  photo = await makePhoto();
});

const callAtOnce = (times: number, apiKey: string): Promise<ServiceResponse[]> =>
  Promise.all(Array.from({ length: times }, () => call(cluster().nginx.url, photo, { user_id: apiKey })));

const serversOf = (responses: readonly ServiceResponse[], code: string): Set<number> =>
  new Set(responses.filter((response) => response.code === code).flatMap(({ tried }) => tried));

it('a quota admits exactly as many calls as it says, whichever servers they reach', async () => {
  const { apiKey, email } = await signUp(cluster().nginx.url, 'quota', WITH_QUOTA);
  const responses = await callAtOnce(QUOTA + BEYOND, apiKey);
  expect(tally(responses.map(({ code }) => code))).toEqual(
    new Map([
      ['1000', QUOTA],
      ['4292', BEYOND],
    ]),
  );
  expect(serversOf(responses, '1000').size).toBe(3);
  expect(await cluster().ledger.standing(email)).toEqual({ used: QUOTA, reserved: 0, billed: QUOTA });
});

it('a rate is shared: together the servers admit one burst, not one each', async () => {
  const { apiKey, email } = await signUp(cluster().nginx.url, 'pace', RATE_LIMITED_PLAN);
  const responses = await callAtOnce(BURST + BEYOND, apiKey);
  const codes = tally(responses.map(({ code }) => code));
  expect(codes).toEqual(
    new Map([
      ['1000', BURST],
      ['4291', BEYOND],
    ]),
  );
  expect(serversOf(responses, '4291').size).toBe(3);
  expect(await cluster().ledger.standing(email)).toEqual({ used: BURST, reserved: 0, billed: BURST });
});
