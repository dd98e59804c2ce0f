import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { email, newPassword, password } from '../users/login-rules.js';
import {
  addAccountRoute,
  Nothing,
  resetToken,
  verificationToken,
  type AccountDeps,
} from './account-route.js';
import { userOf, clientOf } from './account-guards.js';

const ChangeBody = z.object({ current: password, new: newPassword });

export function addChangePassword(app: FastifyInstance, { users }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/password',
    auth: 'session',
    operationId: 'changePassword',
    summary: 'Change the password',
    description: 'Ends all other sessions of the account and renews this one.',
    message: 'Password changed.',
    body: ChangeBody,
    data: Nothing,
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body, setCookies }) => {
      setCookies(await users.changePassword(clientOf(request), userOf(request), body.current, body.new));
      return {};
    },
  });
}

const ResetBody = z.object({ email });

export function addRequestPasswordReset(app: FastifyInstance, { users }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/password-reset',
    auth: 'public',
    operationId: 'requestPasswordReset',
    summary: 'Request a new password',
    description:
      'Sends a link by mail that works once, for 30 minutes. The response is the same whether there is such an account or not.',
    message: 'If there is an account with this address, a mail is on its way.',
    body: ResetBody,
    data: Nothing,
    errors: ['no-mail-server', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      await users.links.requestReset(clientOf(request), body.email);
      return {};
    },
  });
}

const CheckResetBody = z.object({ token: resetToken });

const ResetLink = z.object({
  replaces_api_keys: z
    .boolean()
    .describe(
      'Whether the API keys are replaced in any case, because the address was never verified: somebody else may have signed up with it.',
    ),
});

export function addCheckPasswordReset(app: FastifyInstance, { users }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/password-reset/check',
    auth: 'public',
    operationId: 'checkPasswordReset',
    summary: 'Check a link for a new password',
    description: 'Says whether the token of a mailed link still works, without using it.',
    message: 'The link works.',
    body: CheckResetBody,
    data: ResetLink,
    errors: ['bad-token', 'no-mail-server', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      const { replacesApiKeys } = await users.links.checkReset(clientOf(request), body.token);
      return { replaces_api_keys: replacesApiKeys };
    },
  });
}

const ConfirmResetBody = z.object({
  token: resetToken,
  new: newPassword,
  replace_api_keys: z
    .boolean({ error: 'true or false' })
    .default(false)
    .describe('Whether to replace all API keys of the account with a new one.'),
});

export function addConfirmPasswordReset(app: FastifyInstance, { users }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/password-reset/confirm',
    auth: 'public',
    operationId: 'confirmPasswordReset',
    summary: 'Set a new password',
    description:
      'Takes the token of the link that was mailed. Ends all sessions of the account. Its API keys stay, unless `replace_api_keys` is true or the address was never verified. The response sets the cookie that identifies this browser at later logins.',
    message: 'Password set; log in with it.',
    body: ConfirmResetBody,
    data: Nothing,
    errors: ['bad-token', 'no-mail-server', 'too-many-attempts'],
    handle: async ({ request, body, setCookies }) => {
      setCookies(
        await users.links.confirmReset(clientOf(request), body.token, body.new, {
          replaceApiKeys: body.replace_api_keys,
        }),
      );
      return {};
    },
  });
}

export function addRequestVerification(app: FastifyInstance, { users }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/email/verification',
    auth: 'session',
    operationId: 'requestVerification',
    summary: 'Request a link to verify the email address',
    description: 'Sends a link to the address of the account. It works for a day.',
    message: 'A mail is on its way.',
    body: Nothing,
    data: Nothing,
    errors: ['no-mail-server', 'too-many-attempts'],
    handle: async ({ request }) => {
      await users.links.requestVerification(clientOf(request), userOf(request));
      return {};
    },
  });
}

const ConfirmEmailBody = z.object({ token: verificationToken });

export function addConfirmVerification(app: FastifyInstance, { users }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/email/verification/confirm',
    auth: 'session',
    operationId: 'confirmVerification',
    summary: 'Verify the email address',
    description:
      'Takes the token of the link that was mailed, and needs a session of the same account: the link alone does not show that whoever signed up owns the address.',
    message: 'Address verified.',
    body: ConfirmEmailBody,
    data: Nothing,
    errors: ['bad-token', 'no-mail-server', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      await users.links.confirmVerification(clientOf(request), userOf(request), body.token);
      return {};
    },
  });
}
