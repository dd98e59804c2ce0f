import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { AccountStore } from '../account-store.js';
import type { AccessKeys } from '../api-keys/access-keys.js';
import type { ApiKeys } from '../api-keys/api-keys.js';
import type { Plans } from '../plans/plans.js';
import type { Subscriptions } from '../plans/subscriptions.js';
import type { LoggedRequests } from '../usage/logged-requests.js';
import type { Usage } from '../usage/usage.js';
import type { Cookies } from '../users/cookies.js';
import type { Users } from '../users/users.js';

/** What the account routes depend on: interfaces of the classes, so that tests can replace them. */
export interface AccountDeps {
  readonly users: Pick<Users, keyof Users>;
  readonly store: Pick<AccountStore, 'byId'>;
  readonly apiKeys: Pick<ApiKeys, 'show' | 'list' | 'add' | 'revoke' | 'replace'>;
  readonly accessKeys: Pick<AccessKeys, 'make'>;
  readonly plans: Plans;
  readonly subscriptions: Pick<Subscriptions, 'find' | 'subscribe' | 'cancel'>;
  readonly usage: Pick<Usage, keyof Usage>;
  readonly loggedRequests: Pick<LoggedRequests, keyof LoggedRequests>;
  readonly service: ServiceFacts;
}

export interface ServiceFacts {
  readonly mode: 'development' | 'production';
  /** The public address, if the operator has configured it. */
  readonly publicUrl: string | undefined;
  readonly maxImageBytes: number;
  /** Paths of the available sample photos. */
  readonly samples: () => readonly string[];
  /** Whether the operator has turned collections on. */
  readonly collections: boolean;
  /** Whether clients of Amazon Rekognition may call. */
  readonly rekognition: boolean;
  /** Limits of calls without an account; null if the operator has turned them off. */
  readonly trial: TrialOffer | null;
  readonly now?: () => number;
}

export interface TrialOffer {
  readonly maxImageBytes: number;
  readonly maxPixels: number;
}

/** An empty body, for requests without parameters. */
export const Nothing = z.object({});

/** Sets cookies in place of those of a renewed session, which may have ended by now. */
export function setCookies(reply: FastifyReply, cookies: Cookies): void {
  if (cookies.length > 0) void reply.removeHeader('set-cookie').header('set-cookie', [...cookies]);
}

/** The error completes the sentence "The field … must be". */
const text = (error: string, longest: number): z.ZodString =>
  z.string({ error }).min(1, { error }).max(longest, { error });

export const resetToken = text('the token of the link', 200);

/** Tokens of earlier versions were longer; they get the error for an expired token. */
export const verificationToken = text('the token of the link', 2000);

export const planId = text('the id of a plan', 100);
