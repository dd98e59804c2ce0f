import type * as OpenId from 'openid-client';
import { ServiceError } from '../../../errors.js';
import { cached } from '../../../work/cached.js';

export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** None for a public client. */
  readonly clientSecret?: string | undefined;
  readonly scopes: readonly string[];
  /** Where the provider sends the browser back to. */
  readonly redirectUrl: string;
  /** Called with failures that only the operator can correct. */
  readonly onFault: (message: string, cause: unknown) => void;
  readonly now: () => number;
}

/** What the browser must bring back, so that nobody can complete a log-in that somebody else began. */
export interface LogInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** For each request to the provider. */
const TIMEOUT_SECONDS = 10;
/** Discovery is repeated after this time, so that changes at the provider need no restart. */
const DISCOVERED_MS = 60 * 60_000;
/** Far more than any token, key set or discovery document has. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** The company's identity provider: OpenID Connect with discovery, the code flow and PKCE. */
export class IdentityProvider {
  readonly #options: ProviderOptions;
  /** A failed discovery is tried again by the next log-in. */
  readonly #config: () => Promise<OpenId.Configuration>;

  constructor(options: ProviderOptions) {
    this.#options = options;
    this.#config = cached(
      () => this.#discover(),
      () => DISCOVERED_MS,
      options.now,
    );
  }

  get issuer(): string {
    return this.#options.issuer;
  }

  /** Where to send the browser. */
  async begin(): Promise<{ readonly url: string; readonly checks: LogInChecks }> {
    const openId = await import('openid-client');
    const config = await this.#reached(() => this.#config());
    const checks = {
      state: openId.randomState(),
      nonce: openId.randomNonce(),
      codeVerifier: openId.randomPKCECodeVerifier(),
    };
    const url = openId.buildAuthorizationUrl(config, {
      redirect_uri: this.#options.redirectUrl,
      scope: this.#options.scopes.join(' '),
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await openId.calculatePKCECodeChallenge(checks.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, checks };
  }

  /** The claims of the user whom the browser brings back. */
  async finish(query: string, checks: LogInChecks): Promise<Claims> {
    const openId = await import('openid-client');
    return this.#reached(async () => {
      const config = await this.#config();
      const tokens = await openId.authorizationCodeGrant(
        config,
        new URL(`${this.#options.redirectUrl}${query}`),
        {
          pkceCodeVerifier: checks.codeVerifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      if (claims === undefined) throw new ServiceError('identity-rejected');
      if (config.serverMetadata().userinfo_endpoint === undefined) return claims;
      return withUserInfo(claims, await openId.fetchUserInfo(config, tokens.access_token, claims.sub));
    });
  }

  async #discover(): Promise<OpenId.Configuration> {
    const openId = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.#options;
    const url = new URL(issuer);
    return openId.discovery(url, clientId, undefined, authentication(openId, clientSecret), {
      timeout: TIMEOUT_SECONDS,
      [openId.customFetch]: boundedFetch,
      execute: [
        // Otherwise the signature of the ID token is not checked where TLS already names its sender.
        openId.enableNonRepudiationChecks,
        // The settings allow http only for this machine.
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so only to stand out
        ...(url.protocol === 'http:' ? [openId.allowInsecureRequests] : []),
      ],
    });
  }

  /** Errors of the provider and of the user, as errors of the service. */
  async #reached<T>(work: () => Promise<T>): Promise<T> {
    const openId = await import('openid-client');
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause;
      // The user cancelled, or the provider does not let them in.
      if (cause instanceof openId.AuthorizationResponseError)
        throw new ServiceError('identity-rejected', undefined, {}, { cause });
      this.#options.onFault('A log-in with the identity provider failed.', cause);
      if (isOutage(cause))
        throw new ServiceError(
          'overloaded',
          'The identity provider does not respond; try again shortly.',
          {},
          { cause, because: 'identity-provider' },
        );
      throw new ServiceError('identity-rejected', undefined, {}, { cause });
    }
  }
}

/**
 * The claims of the signed token, and what it leaves out from the user info of the same subject: many providers send the
 * address only there. An address and its verification are never taken from two places.
 */
export function withUserInfo(token: Claims, info: Claims): Claims {
  if (info.sub !== token.sub) throw new ServiceError('identity-rejected');
  const { email, email_verified } = token['email'] === undefined ? info : token;
  return { ...info, ...token, email, email_verified };
}

/** In the header unless the provider accepts the secret only in the body, as the standard says. */
function authentication(openId: typeof OpenId, secret: string | undefined): OpenId.ClientAuth {
  if (secret === undefined) return openId.None();
  const [basic, post] = [openId.ClientSecretBasic(secret), openId.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** Reads the response up to a limit, before anything parses it. */
const boundedFetch: OpenId.CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, ...(body != null && { body }) });
  const bytes = await readUpTo(response.body, MAX_RESPONSE_BYTES);
  const { status, statusText, headers } = response;
  return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers });
};

async function readUpTo(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (stream ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > limit) throw new Error('The response of the identity provider is too large.');
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

/** Not reached, too slow, or an error of the provider itself. */
function isOutage(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (cause instanceof TypeError || cause.name === 'TimeoutError' || cause.name === 'AbortError') return true;
  const inner: unknown = cause.cause;
  if (inner instanceof Response) return inner.status >= 500;
  return inner instanceof Error && inner !== cause && isOutage(inner);
}
