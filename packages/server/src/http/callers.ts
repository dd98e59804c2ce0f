import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../errors.js';

type Security = readonly Readonly<Record<string, string[]>>[];

interface CallerFacts {
  /** As the OpenAPI document states it. */
  readonly security: Security;
  /** What can go wrong before the route gets the request. */
  readonly errors: readonly ErrorCode[];
  /** Whether a browser sends what authorises the call by itself, so that a page of another site could use it. */
  readonly isAmbient: boolean;
}

const API_KEY: CallerFacts = {
  security: [{ apiKey: [] }, { apiKeyAlias: [] }, { bearer: [] }],
  errors: [
    'no-api-key',
    'unknown-api-key',
    'api-key-expired',
    'api-key-scope',
    'api-key-origin',
    'no-subscription',
    'subscription-ended',
    'account-suspended',
    'rate-limit',
  ],
  isAmbient: false,
};

/** Who may call a route. */
export const CALLERS = {
  anyone: { security: [], errors: [], isAmbient: true },
  /** Users who are logged in. */
  session: { security: [{ session: [] }], errors: ['not-logged-in'], isAmbient: true },
  /** Admins who are logged in. */
  admin: {
    security: [{ session: [] }],
    errors: ['not-logged-in', 'not-an-admin', 'account-suspended'],
    isAmbient: true,
  },
  'api-key': API_KEY,
  /** Also visitors of the portal without an account: trial calls. */
  'api-key or trial': API_KEY,
  /** Clients that sign their requests with an access key pair. */
  signature: { security: [], errors: [], isAmbient: false },
  /** Clients that send an API key in a form, or none at all from the networks in which that is allowed. */
  form: { security: [], errors: [], isAmbient: true },
} as const satisfies Readonly<Record<string, CallerFacts>>;

export type Caller = keyof typeof CALLERS;

export const callerFacts = (caller: Caller): CallerFacts => CALLERS[caller];

/** The account of a call whose API key or signature was checked. */
export function accountIdOf({ account }: FastifyRequest): string {
  if (account === null) throw new Error('The request was not authenticated.');
  return account.accountId;
}
