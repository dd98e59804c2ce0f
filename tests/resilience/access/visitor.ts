import type { Answer, Envelope } from '../shared/service.js';

/** Someone in front of the account API: sends what a browser would, keeps the cookie, or leaves out what it pleases. */
export class Visitor {
  cookie = '';
  setCookies: readonly string[] = [];

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** The same person from elsewhere: the same cookie, other headers. */
  as(headers: Readonly<Record<string, string>>): Visitor {
    const other = new Visitor(this.url, headers);
    other.cookie = this.cookie;
    return other;
  }

  get(path: string): Promise<Answer> {
    return this.#send('GET', path, null);
  }

  post(path: string, body: unknown = {}, type = 'application/json'): Promise<Answer> {
    return this.#send('POST', path, typeof body === 'string' ? body : JSON.stringify(body), type);
  }

  async #send(method: string, path: string, body: string | null, type?: string): Promise<Answer> {
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

/** Every address is another one, where the service believes the proxy in front. */
export const fromAddress = (n: number): Record<string, string> => ({
  'x-forwarded-for': `198.51.${100 + Math.floor(n / 250)}.${1 + (n % 250)}`,
});

export interface Account {
  readonly email: string;
  readonly user_id: string;
}

export const accountIn = ({ body }: Answer): Account => {
  if (!body.success) throw new Error(`${body.code}: ${body.message}`);
  return body.data['account'] as Account;
};
