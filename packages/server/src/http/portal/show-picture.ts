import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createAdmission } from '../../admission/admission.js';
import { ServiceError } from '../../errors.js';
import type { ImageFetcher } from '../../input/read-images.js';
import { readInput } from '../account/account-route.js';
import { personOf } from '../account/account-guards.js';
import { queued } from '../operations/operation-call.js';
import { scopeOf } from '../plugins/request-scope.js';
import { traceOf } from '../plugins/trace-requests.js';

const Body = z.object({ url: z.string().max(8192) });

/** Concurrent fetches, and one per account: metered calls have priority. */
const CONCURRENCY = 2;
const MAX_WAITING = 16;

/**
 * Fetches the image at a URL for the playground, whose page loads nothing from other hosts. Only for people who are
 * logged in, with the same URL guard as in calls.
 */
export function addShowPicture(app: FastifyInstance, fetcher: ImageFetcher): void {
  const admission = createAdmission({
    concurrency: CONCURRENCY,
    concurrencyPerCaller: 1,
    maxWaiting: MAX_WAITING,
    because: 'fetches-full',
  });
  app.post('/portal/picture', { config: { auth: 'session' } }, async (request, reply) => {
    const scope = scopeOf(request);
    const { url } = await readInput(request, reply, Body);
    const queueing = {
      admission,
      caller: personOf(request).accountId,
      signal: scope.ends,
      maxWaitMs: scope.maxWaitMs(),
      trace: traceOf(request),
      steps: ['wait to fetch', 'fetch image'],
    } as const;
    const bytes = await queued(queueing, (ends) => fetcher.fetch(url, ends, scope.allowance.take));
    const type = pictureType(bytes);
    if (type === null) throw new ServiceError('image-format');
    return reply.header('cache-control', 'no-store').type(type).send(bytes);
  });
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
