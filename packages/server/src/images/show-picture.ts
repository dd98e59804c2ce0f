import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { asUnavailable } from '../db/database-outage.js';
import type { Accounts } from '../accounts/open-accounts.js';
import type { User } from '../accounts/users/log-in-parts.js';
import { createAdmission } from '../work/admission.js';
import type { Config } from '../boot/config/config.js';
import { ServiceError } from '../errors.js';
import type { ImageFetcher } from './read-images.js';
import { readInput } from '../accounts/routes/account-route.js';
import { userOf } from '../accounts/routes/account-guards.js';
import { queued } from '../faces/operation-call.js';
import { scopeOf } from '../http/plugins/request-scope.js';
import { traceOf } from '../http/plugins/observability.js';
import { PictureBudget } from './picture-budget.js';

const Body = z.object({ url: z.string().max(8192) });

export interface ShowPictureDeps {
  readonly config: Pick<Config, 'FACET_MAX_FETCHES' | 'FACET_MAX_WAITING'>;
  readonly accounts: Pick<Accounts, 'plans' | 'subscriptions'>;
  readonly fetcher: ImageFetcher;
  readonly budget?: PictureBudget;
}

/**
 * Fetches the image at a URL for the playground, whose page loads nothing from other hosts. Only for users who are
 * logged in and could make calls, with the same URL guard as in calls. Each account has one place, beside those of
 * calls, so that a host that never responds delays the account that named it, and others only if dozens of accounts do so.
 */
export function addShowPicture(app: FastifyInstance, deps: ShowPictureDeps): void {
  const { config, accounts, fetcher, budget = new PictureBudget() } = deps;
  const admission = createAdmission({
    concurrency: config.FACET_MAX_FETCHES,
    concurrencyPerCaller: 1,
    maxWaiting: config.FACET_MAX_WAITING,
    because: 'fetches-full',
  });
  app.post('/portal/picture', { config: { auth: 'session' } }, async (request, reply) => {
    const scope = scopeOf(request);
    const user = userOf(request);
    const { accountId } = user;
    request.callerId = accountId;
    await requirePlan(user, accounts);
    const { url } = await readInput(request, reply, Body);
    const queueing = {
      admission,
      caller: accountId,
      signal: scope.signal,
      maxWaitMs: scope.maxWaitMs(),
      trace: traceOf(request),
      steps: ['wait to fetch', 'fetch image'],
    } as const;
    const bytes = await queued(queueing, (runSignal) => {
      const count = budget.begin(accountId);
      return fetcher.fetch(url, runSignal, (arrived) => {
        count(arrived);
        scope.memory.take(arrived);
      });
    });
    const type = pictureType(bytes);
    if (type === null) throw new ServiceError('image-format');
    request.succeeded = true;
    return reply.header('cache-control', 'no-store').type(type).send(bytes);
  });
}

async function requirePlan(
  { accountId, suspended }: User,
  { plans, subscriptions }: ShowPictureDeps['accounts'],
): Promise<void> {
  if (suspended) throw new ServiceError('account-suspended');
  const subscription = await subscriptions.find(accountId).catch((error: unknown) => {
    throw asUnavailable(error);
  });
  if (subscription === null || !plans.has(subscription.plan)) throw new ServiceError('no-subscription');
  if (!subscription.active) throw new ServiceError('subscription-ended');
}

/** The media type of an image by its first bytes; null for anything else, which is not sent. */
export function pictureType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image/webp';
  if (/^.{4}ftypavi[fs]/s.test(start)) return 'image/avif';
  return null;
}
