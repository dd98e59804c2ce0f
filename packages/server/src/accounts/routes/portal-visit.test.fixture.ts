/** The part of a response that tests look at. */
export interface ServiceResponse {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

export interface SeenAccount {
  readonly email: string;
  readonly email_verified: boolean;
  readonly has_password: boolean;
  readonly role: string;
  readonly api_key: string;
  readonly created_at: string;
  readonly suspended: boolean;
  readonly subscription: Readonly<Record<string, unknown>> | null;
}

/** The account in a response. */
export function account({ data, code }: ServiceResponse): SeenAccount {
  if (code !== '1000') throw new Error(`The response is ${code}.`);
  return data['account'] as SeenAccount;
}

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/** A browser on the pages of the portal: it keeps cookies and says where its requests come from. */
export class PortalVisit {
  #cookies = new Map<string, { readonly value: string; readonly until: number }>();

  constructor(
    readonly url: string,
    readonly headers: Readonly<Record<string, string>> = { origin: url, 'sec-fetch-site': 'same-origin' },
    private readonly now: () => number = Date.now,
  ) {}

  get cookie(): string {
    return [...this.#cookies]
      .filter(([, { until }]) => until > this.now())
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  /** Another browser with the same cookies. */
  copy(headers?: Readonly<Record<string, string>>): PortalVisit {
    const visit = new PortalVisit(this.url, headers, this.now);
    visit.#cookies = new Map(this.#cookies);
    return visit;
  }

  get = (path: string): Promise<ServiceResponse> => this.#call(path, { method: 'GET' });

  post = (path: string, body: unknown = {}): Promise<ServiceResponse> =>
    this.send(path, JSON.stringify(body), { 'content-type': 'application/json' });

  send = (path: string, body: string, headers: Readonly<Record<string, string>>): Promise<ServiceResponse> =>
    this.#call(path, { method: 'POST', headers, body });

  /** Where a page sends the browser. */
  async redirected(path: string): Promise<string> {
    const headers = { ...(this.cookie !== '' && { cookie: this.cookie }) };
    const response = await fetch(this.url + path, { headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response.headers.get('location') ?? '';
  }

  async #call(path: string, init: Init): Promise<ServiceResponse> {
    const headers = { ...this.headers, ...(this.cookie !== '' && { cookie: this.cookie }), ...init.headers };
    const response = await fetch(this.url + path, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const { code, message, data } = (await response.json()) as ServiceResponse;
    return { status: response.status, code, message, data, headers: response.headers };
  }

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    const [, seconds = ''] = /max-age=(\d+)/i.exec(cookie) ?? [];
    this.#cookies.set(name, { value, until: this.now() + 1000 * Number(seconds) });
  }
}
