import { signUp } from '@facet/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makePhoto, tally, type Answer, type Photo } from './shared/call.js';
import { startCluster, type Cluster } from './shared/cluster.js';
import { BURST, QUOTA, RATE_LIMITED_PLAN, WITH_QUOTA } from './shared/plans.js';

/** With the quota fewer than the 64 requests that nginx takes from one network at a time. */
const BEYOND = 20;

let cluster: Cluster;
let photo: Photo;
beforeAll(async () => {
  cluster = await startCluster();
  photo = await makePhoto();
});
afterAll(() => cluster.stop());

const callAtOnce = (times: number, userId: string): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, () => call(cluster.nginx.url, photo, { user_id: userId })));

const serversOf = (answers: readonly Answer[], code: string): Set<number> =>
  new Set(answers.filter((answer) => answer.code === code).flatMap(({ tried }) => tried));

it('a quota admits exactly as many calls as it says, whichever servers they reach', async () => {
  const { userId, email } = await signUp(cluster.nginx.url, 'quota', WITH_QUOTA);
  const answers = await callAtOnce(QUOTA + BEYOND, userId);
  expect(tally(answers.map(({ code }) => code))).toEqual(
    new Map([
      ['1000', QUOTA],
      ['4292', BEYOND],
    ]),
  );
  expect(serversOf(answers, '1000').size).toBe(3);
  expect(await cluster.ledger.standing(email)).toEqual({ used: QUOTA, reserved: 0, billed: QUOTA });
});

it('a rate is shared: together the servers admit one burst, not one each', async () => {
  const { userId, email } = await signUp(cluster.nginx.url, 'pace', RATE_LIMITED_PLAN);
  const answers = await callAtOnce(BURST + BEYOND, userId);
  const codes = tally(answers.map(({ code }) => code));
  expect(codes).toEqual(
    new Map([
      ['1000', BURST],
      ['4291', BEYOND],
    ]),
  );
  expect(serversOf(answers, '4291').size).toBe(3);
  expect(await cluster.ledger.standing(email)).toEqual({ used: BURST, reserved: 0, billed: BURST });
});
