import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Visit } from './visit.js';

export const PASSWORD = 'quartz lantern meadow';

export const newEmail = (): string => `user-${randomUUID().slice(0, 8)}@example.com`;

interface AccountResponse {
  readonly account: { readonly email: string; readonly api_key: string };
}

/** A call of the account API from inside the page, with the page's own cookies. */
export function callAccount(page: Page, path: string, body: object): Promise<unknown> {
  return page.evaluate(
    async ([to, text]) => {
      const response = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
      });
      const answer = (await response.json()) as { success: boolean; message: string; data: unknown };
      if (!answer.success) throw new Error(`${to}: ${answer.message}`);
      return answer.data;
    },
    [path, JSON.stringify(body)] as const,
  );
}

/** Signs up, and chooses a plan if one is named, for tests of something else. */
export async function signUp({ page, go }: Visit, plan?: string): Promise<{ email: string; apiKey: string }> {
  await go('/');
  const email = newEmail();
  const { account } = (await callAccount(page, '/account/sign-up', {
    email,
    password: PASSWORD,
  })) as AccountResponse;
  if (plan !== undefined) await callAccount(page, '/account/subscription', { plan });
  await page.reload();
  return { email, apiKey: account.api_key };
}
