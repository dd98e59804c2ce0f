import { z } from 'zod';
import { ServiceError } from '../errors.js';
import { sentByHandler } from '../http/response-kinds.js';
import { jsonBody } from '../http/json-body.js';
import { route, type Route } from '../http/route.js';
import type { FetcherOf } from './queued-fetcher.js';

/**
 * The image at a URL, for the playground, whose page loads nothing from other hosts: the same fetch as in a call, with
 * the same guard and within the rate of the same plan.
 */
export const showPicture = (fetcherOf: FetcherOf): Route =>
  route({
    method: 'POST',
    path: '/portal/picture',
    caller: 'api-key',
    scope: 'analyse',
    cost: 'fetch',
    body: jsonBody(z.object({ url: z.string().max(8192) })),
    response: sentByHandler('The image.'),
    handle: async ({ request, reply, signal, body: { url } }) => {
      const bytes = await fetcherOf(request).fetch(url, signal);
      const type = pictureType(bytes);
      if (type === null) throw new ServiceError('image-format');
      return reply.header('cache-control', 'no-store').type(type).send(bytes);
    },
  });

/** The media type of an image by its first bytes; null for anything else, which is not sent. */
export function pictureType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image/webp';
  if (/^.{4}ftypavi[fs]/s.test(start)) return 'image/avif';
  return null;
}
