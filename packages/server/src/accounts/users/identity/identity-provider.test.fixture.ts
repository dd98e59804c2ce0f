import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';

export interface TestedIdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the provider says of each person, by subject. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** Follows the provider's pages as a browser in which this person logs in; returns the address that they end at. */
  readonly logInAt: (address: string, subject: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const [CLIENT_ID, CLIENT_SECRET] = ['facet', 'a secret of the client, for tests alone'];

/** A real provider (oidc-provider) that asks for no password and no consent. It requires PKCE. */
export async function startIdentityProvider(redirectUrl: string): Promise<TestedIdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people: TestedIdentityProvider['people'] = new Map();
  const provider = new Provider(issuer, configuration(redirectUrl, people));
  const respond = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const subject = /^\/interaction\/.*[?&]as=([^&]*)/.exec(request.url ?? '')?.[1];
    if (subject === undefined) void respond(request, response);
    else void provider.interactionFinished(request, response, { login: { accountId: subject } });
  });
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    people,
    logInAt: (address, subject) => walk(issuer, address, subject),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

const configuration = (redirectUrl: string, people: TestedIdentityProvider['people']): Configuration => ({
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [redirectUrl],
    },
  ],
  cookies: { keys: ['a key of the tests'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, ...people.get(accountId) }),
  }),
  loadExistingGrant: async ({ oidc }) => {
    const { client, session } = oidc;
    if (client === undefined || session?.accountId === undefined) return undefined;
    const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid email groups');
    await grant.save();
    return grant;
  },
});

const MOST_STEPS = 10;

async function walk(issuer: string, begin: string, subject: string): Promise<string> {
  const jar = new Map<string, string>();
  let address = begin;
  for (let step = 0; step < MOST_STEPS && address.startsWith(issuer); step++) {
    const isLogIn = address.startsWith(`${issuer}/interaction/`);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(isLogIn ? `${address}?as=${subject}` : address, {
      headers: { cookie },
      redirect: 'manual',
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`The provider shows a page: ${await response.text()}`);
    address = new URL(next, issuer).href;
  }
  return address;
}
