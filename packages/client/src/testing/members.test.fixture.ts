import { randomUUID } from 'node:crypto';

export interface Member {
  readonly email: string;
  readonly userId: string;
}

interface AccountAnswer {
  readonly success: boolean;
  readonly message: string;
  readonly data: { readonly account: { readonly user_id: string } };
}

/** Somebody who has signed up at the service, and chosen a plan if one is named. */
export async function signUp(url: string, plan?: string): Promise<Member> {
  const email = `${randomUUID()}@example.com`;
  const { answer, cookie } = await post(`${url}/account/sign-up`, {
    email,
    password: 'quartz lantern meadow',
  });
  if (plan !== undefined) await post(`${url}/account/subscription`, { plan }, cookie);
  return { email, userId: answer.data.account.user_id };
}

async function post(
  url: string,
  body: object,
  cookie = '',
): Promise<{ answer: AccountAnswer; cookie: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as AccountAnswer;
  if (!answer.success) throw new Error(`${url}: ${answer.message}`);
  const cookies = response.headers.getSetCookie().map((text) => text.split(';', 1)[0] ?? '');
  return { answer, cookie: cookies.join('; ') };
}
