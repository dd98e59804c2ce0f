import type { ServiceResponse, Envelope } from './calls.js';

export interface SeenAccount {
  readonly email: string;
  readonly role: string;
  readonly api_key: string;
  readonly suspended: boolean;
  readonly subscription: {
    readonly plan: { readonly id: string };
    readonly ends_at: string | null;
    readonly period_end: string;
    readonly used: number;
    readonly active: boolean;
  } | null;
}

export const accountIn = ({ body }: ServiceResponse): SeenAccount => {
  if (!body.success) throw new Error(`${body.code}: ${body.message}`);
  return body.data['account'] as SeenAccount;
};

/** What a browser on the pages of the portal does: keeps cookies, and says where its requests come from. */
export class PortalBrowser {
  #cookies = new Map<string, string>();

  constructor(
    readonly url: string,
    private readonly origin = url,
  ) {}

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The same cookies at another address or on a page of another site. */
  moved(url: string, origin = url): PortalBrowser {
    const moved = new PortalBrowser(url, origin);
    moved.#cookies = new Map(this.#cookies);
    return moved;
  }

  get(path: string): Promise<ServiceResponse> {
    return this.#call(path, { method: 'GET' });
  }

  post(path: string, body: unknown = {}): Promise<ServiceResponse> {
    const headers = { origin: this.origin, 'content-type': 'application/json' };
    return this.#call(path, { method: 'POST', body: JSON.stringify(body), headers });
  }

  async #call(path: string, init: RequestInit): Promise<ServiceResponse> {
    const headers = new Headers(init.headers);
    if (this.cookie !== '') headers.set('cookie', this.cookie);
    const response = await fetch(`${this.url}${path}`, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0\b/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Envelope,
    };
  }
}
