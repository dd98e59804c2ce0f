import type { Envelope } from './calls.js';

/** Someone who has signed up at the portal. */
export interface SignedUp {
  readonly email: string;
  readonly userId: string;
}

async function postAccount(url: string, path: string, body: unknown, cookie: string): Promise<Response> {
  const response = await fetch(`${url}/account/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** Signs up and, where a plan is named, subscribes to it. */
export async function signUp(url: string, name: string, plan?: string): Promise<SignedUp> {
  const email = `${name}@people.example`;
  const response = await postAccount(url, 'sign-up', { email, password: `the password of ${name}` }, '');
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0] ?? '')
    .join('; ');
  const { data } = (await response.json()) as Envelope;
  if (plan !== undefined) await postAccount(url, 'subscription', { plan }, cookie);
  return { email, userId: (data['account'] as { readonly user_id: string }).user_id };
}
