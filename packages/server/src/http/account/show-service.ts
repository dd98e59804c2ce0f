import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute } from './account-route.js';
import { visitorOf } from './session-auth.js';

const Service = z.object({
  sign_up: z.enum(['open', 'closed']),
  password_reset: z.boolean().describe('Whether passwords can be reset by mail.'),
  mode: z.enum(['development', 'production']),
  logged_in: z.boolean().describe('Whether the cookie that came along belongs to somebody.'),
  max_image_bytes: z.int().min(1).describe('The size of the largest image that is taken.'),
  trial: z.boolean().describe('Whether visitors of the portal may try the service without an account.'),
  trial_max_image_bytes: z
    .int()
    .min(1)
    .nullable()
    .describe('The size of the largest image of a call without an account; null where there are none.'),
  trial_max_pixels: z
    .int()
    .min(1)
    .nullable()
    .describe('Width times height of the largest image of such a call.'),
  samples: z.array(z.string()).describe('Paths of sample photos.'),
});

export function addShowService(app: FastifyInstance, { people, service }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/account/service',
    auth: 'public',
    operationId: 'showService',
    summary: 'Show what the service offers',
    description: 'What the portal needs to know before anybody is logged in.',
    message: 'The service.',
    data: Service,
    handle: async ({ request }) => ({
      sign_up: people.signUpMode,
      password_reset: people.canResetPasswords,
      mode: service.mode,
      logged_in: (await people.whoIs(visitorOf(request))) !== null,
      max_image_bytes: service.maxImageBytes,
      trial: service.trial !== null,
      trial_max_image_bytes: service.trial?.maxImageBytes ?? null,
      trial_max_pixels: service.trial?.maxPixels ?? null,
      samples: [...service.samples()],
    }),
  });
}
