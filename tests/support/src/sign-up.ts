/** Someone who has signed up at the portal. */
export interface SignedUp {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
  /** What the browser would send along. */
  readonly cookie: string;
}

async function post(url: string, path: string, body: unknown, cookie: string): Promise<Response> {
  const response = await fetch(`${url}/account/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** Signs up over HTTP and, where a plan is named, subscribes to it. */
export async function signUp(url: string, name: string, plan?: string): Promise<SignedUp> {
  const email = `${name}@people.example`;
  const password = `the password of ${name}`;
  const response = await post(url, 'sign-up', { email, password }, '');
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0] ?? '')
    .join('; ');
  const { data } = (await response.json()) as { data: { account: { api_key: string } } };
  if (plan !== undefined) await post(url, 'subscription', { plan }, cookie);
  return { email, password, apiKey: data.account.api_key, cookie };
}
