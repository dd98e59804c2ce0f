import type { JsonResponse, Envelope } from '../shared/service.js';

/** A client of the account API that keeps cookies like a browser; headers and bodies are up to the test. */
export class AccountClient {
  cookie = '';
  setCookies: readonly string[] = [];

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** The same session with other headers, for example from another address. */
  as(headers: Readonly<Record<string, string>>): AccountClient {
    const other = new AccountClient(this.url, headers);
    other.cookie = this.cookie;
    return other;
  }

  get(path: string): Promise<JsonResponse> {
    return this.#send('GET', path, null);
  }

  post(path: string, body: unknown = {}, type = 'application/json'): Promise<JsonResponse> {
    return this.#send('POST', path, typeof body === 'string' ? body : JSON.stringify(body), type);
  }

  async #send(method: string, path: string, body: string | null, type?: string): Promise<JsonResponse> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(type !== undefined && { 'content-type': type }),
        ...(this.cookie !== '' && { cookie: this.cookie }),
        ...this.headers,
      },
      body,
    });
    this.setCookies = response.headers.getSetCookie();
    const first = this.setCookies[0]?.split(';')[0];
    if (first !== undefined) this.cookie = first;
    return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope };
  }
}

/** A different client address for each number, if the service trusts the proxy in front of it. */
export const fromAddress = (n: number): Record<string, string> => ({
  'x-forwarded-for': `198.51.${100 + Math.floor(n / 250)}.${1 + (n % 250)}`,
});

export interface Account {
  readonly email: string;
  readonly api_key: string;
}

export const accountIn = ({ body }: JsonResponse): Account => {
  if (!body.success) throw new Error(`${body.code}: ${body.message}`);
  return body.data['account'] as Account;
};
