import { freePort, signUp, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chanceOfLarger, timeInTurn } from '../shared/compare-samples.js';
import { startTarget, type JsonResponse } from '../shared/service.js';
import { startSlowMailServer, type SlowMailServer } from './slow-mail-server.js';
import { fromAddress, AccountClient } from './account-client.js';

const ACCOUNTS = 30;
/** Of three for an email address that are not slowed down. */
const ASKED = 2;

let mail: SlowMailServer;
let service: StartedService;
let emails: readonly string[];
let address = 0;

beforeAll(async () => {
  mail = await startSlowMailServer();
  const port = await freePort();
  service = await startTarget({
    PORT: String(port),
    FACET_PUBLIC_URL: `http://127.0.0.1:${port}`,
    FACET_TRUST_PROXY: '1',
    FACET_SMTP_URL: mail.url,
    FACET_MAIL_FROM: 'facet@service.example',
  });
  const signedUp: string[] = [];
  // Two at a time: one whose password is hashed, and one that waits.
  for (let n = 0; n < ACCOUNTS; n += 2) {
    const pair = await Promise.all([n, n + 1].map((each) => signUp(service.url, `forgetful-${each}`)));
    signedUp.push(...pair.map(({ email }) => email));
  }
  emails = signedUp;
});
afterAll(async () => {
  await service.stop();
  await mail.close();
});

const ask = (email: string): Promise<JsonResponse> =>
  new AccountClient(service.url, fromAddress(address++)).post('/account/password-reset', { email });

describe('whether there is an account', () => {
  it('is not revealed by a request for a new password, nor by the time of the response', async () => {
    const responses: JsonResponse[] = [];
    const { first, second } = await timeInTurn(
      ACCOUNTS * ASKED,
      async (n) => responses.push(await ask(emails[n % ACCOUNTS] ?? '')),
      async (n) => responses.push(await ask(`stranger-${n % ACCOUNTS}@people.example`)),
    );
    expect(responses[0]).toMatchObject({ status: 200, body: { code: '1000' } });
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    const names = responses.map(({ headers }) => [...headers.keys()].sort().join());
    expect(new Set(names).size).toBe(1);
    // A response that waits for the mail, or for the link to be made, is recognised with a probability of nearly 1.
    const chance = chanceOfLarger(first, second);
    // Four standard deviations from one half.
    expect(chance).toBeGreaterThan(0.28);
    expect(chance).toBeLessThan(0.72);
    // Mails were sent, and to nobody else.
    await expect
      .poll(() => new Set(mail.recipients), { timeout: 30_000, interval: 100 })
      .toEqual(new Set(emails));
  });
});
