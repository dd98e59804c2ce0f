import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FacetClient } from './client.js';
import { FACET_CODES } from './error-codes.js';
import { AuthError, QuotaError, RateLimitError, SubscriptionError } from './service-errors.js';
import { photo } from './photos.test.fixture.js';
import { startService, type StartedService, signUp } from './started-service.test.fixture.js';

const PLANS = [
  { id: 'small', name: 'Small', calls_per_month: 2, calls_per_second: null },
  { id: 'slow', name: 'Slow', calls_per_month: null, calls_per_second: 0.25, burst: 1 },
];

let service: StartedService;
let folder: string;
let image: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-client-plans-'));
  const plansFile = join(folder, 'plans.json');
  await writeFile(plansFile, JSON.stringify(PLANS));
  image = await photo(1);
  service = await startService({ FACET_PLANS_FILE: plansFile });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const clientOf = (apiKey: string, retries?: number): FacetClient =>
  new FacetClient({ baseUrl: service.url, apiKey, retries });

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => {
      throw new Error('The call succeeded.');
    },
    (error: unknown) => error,
  );

describe('plans of the real service', () => {
  it('no plan, an ended plan and a suspended account are distinguished', async () => {
    const none = await failure(clientOf((await signUp(service.url, 'without-plan')).apiKey).vector(image));
    expect(none).toBeInstanceOf(SubscriptionError);
    expect(none).toMatchObject({ code: FACET_CODES.noSubscription, httpStatus: 403 });

    const { email, apiKey } = await signUp(service.url, 'small', 'small');
    await service.admin('plans', 'end', email, '--at', 'now');
    expect(await failure(clientOf(apiKey).vector(image))).toMatchObject({
      name: 'SubscriptionError',
      code: FACET_CODES.subscriptionEnded,
    });

    await service.admin('accounts', 'suspend', email);
    const suspended = await failure(clientOf(apiKey).vector(image));
    expect(suspended).toBeInstanceOf(AuthError);
    expect(suspended).toMatchObject({ code: FACET_CODES.accountSuspended });
  });

  it('what is left of the quota comes with each result, and its end is not waited for', async () => {
    const client = clientOf((await signUp(service.url, 'smaller', 'small')).apiKey);
    expect((await client.vector(image)).meta.quota).toMatchObject({ limit: 2, remaining: 1 });
    expect((await client.vector(image)).meta.quota).toMatchObject({ limit: 2, remaining: 0 });
    const error = await failure(client.vector(image));
    if (!(error instanceof QuotaError)) throw error;
    expect(error).toMatchObject({
      code: FACET_CODES.quota,
      httpStatus: 429,
      quota: { limit: 2, remaining: 0 },
    });
    expect(error.retryAfter).toBeGreaterThan(3600);
  });

  it('a rate limit is waited out', async () => {
    const client = clientOf((await signUp(service.url, 'slow', 'slow')).apiKey);
    const results = await Promise.all([client.vector(image), client.vector(image)]);
    expect(results.map(({ meta }) => meta.attempts).sort()).toEqual([1, 2]);
    expect(results[0].meta.rateLimit).toMatchObject({ limit: 1 });
  });

  it('a rate limit is an immediate error if retries are off', async () => {
    const client = clientOf((await signUp(service.url, 'slower', 'slow')).apiKey, 0);
    const outcomes = await Promise.allSettled([client.vector(image), client.vector(image)]);
    const [rejected] = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    if (!(rejected instanceof RateLimitError)) throw rejected;
    expect(rejected).toMatchObject({ code: FACET_CODES.rateLimit, httpStatus: 429 });
    expect(rejected.retryAfter).toBeGreaterThan(0);
  });
});
