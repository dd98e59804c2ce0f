import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute, Nothing } from './account-route.js';
import { verificationToken } from './fields.js';
import { personOf, visitorOf } from './session-auth.js';

export function addAskVerification(app: FastifyInstance, { people }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/email/verification',
    auth: 'session',
    operationId: 'askVerification',
    summary: 'Ask to verify the e-mail address',
    description: 'Sends a link to the address of the account. It works for a day.',
    message: 'A mail is on its way.',
    body: Nothing,
    data: Nothing,
    errors: ['no-mail-server', 'too-many-attempts'],
    handle: async ({ request }) => {
      await people.askVerification(personOf(request));
      return {};
    },
  });
}

const Body = z.object({ token: verificationToken });

export function addConfirmVerification(app: FastifyInstance, { people }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/email/verification/confirm',
    auth: 'public',
    operationId: 'confirmVerification',
    summary: 'Verify the e-mail address',
    description: 'Takes the token of the link that was mailed.',
    message: 'Address verified.',
    body: Body,
    data: Nothing,
    errors: ['bad-token', 'no-mail-server', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      await people.confirmVerification(visitorOf(request), body.token);
      return {};
    },
  });
}
