import { envelope } from '../../http/response-kinds.js';
import { jsonBody } from '../../http/json-body.js';
import { route, type Route } from '../../http/route.js';
import { z } from 'zod';
import { email, newPassword, password } from '../users/login-rules.js';
import { Nothing, resetToken, verificationToken, setCookies, type AccountDeps } from './account-deps.js';
import { userOf, clientOf } from '../session-auth.js';

const ChangeBody = z.object({ current: password, new: newPassword });

export const changePassword = ({ users }: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/password',
    caller: 'session',
    cost: 'log-in',
    document: {
      operationId: 'changePassword',
      tag: 'Account',
      summary: 'Change the password',
      description: 'Ends all other sessions of the account and renews this one.',
    },
    body: jsonBody(ChangeBody),
    response: envelope('Password changed.', Nothing),
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body, reply }) => {
      setCookies(
        reply,
        await users.changePassword(clientOf(request), userOf(request), body.current, body.new),
      );
      return {};
    },
  });

const ResetBody = z.object({ email });

export const requestPasswordReset = ({ users }: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/password-reset',
    caller: 'anyone',
    cost: 'log-in',
    document: {
      operationId: 'requestPasswordReset',
      tag: 'Account',
      summary: 'Request a new password',
      description:
        'Sends a link by mail that works once, for 30 minutes. The response is the same whether there is such an account or not.',
    },
    body: jsonBody(ResetBody),
    response: envelope('If there is an account with this address, a mail is on its way.', Nothing),
    errors: ['no-mail-server', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      await users.links.requestReset(clientOf(request), body.email);
      return {};
    },
  });

const CheckResetBody = z.object({ token: resetToken });

const ResetLink = z.object({
  replaces_api_keys: z
    .boolean()
    .describe(
      'Whether the API keys are replaced in any case and the collections deleted, because the address was never verified: somebody else may have signed up with it.',
    ),
});

export const checkPasswordReset = ({ users }: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/password-reset/check',
    caller: 'anyone',
    cost: 'log-in',
    document: {
      operationId: 'checkPasswordReset',
      tag: 'Account',
      summary: 'Check a link for a new password',
      description: 'Says whether the token of a mailed link still works, without using it.',
    },
    body: jsonBody(CheckResetBody),
    response: envelope('The link works.', ResetLink),
    errors: ['bad-token', 'no-mail-server', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      const { replacesApiKeys } = await users.links.checkReset(clientOf(request), body.token);
      return { replaces_api_keys: replacesApiKeys };
    },
  });

const ConfirmResetBody = z.object({
  token: resetToken,
  new: newPassword,
  replace_api_keys: z
    .boolean({ error: 'true or false' })
    .default(false)
    .describe('Whether to replace all API keys of the account with a new one.'),
});

export const confirmPasswordReset = ({ users }: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/password-reset/confirm',
    caller: 'anyone',
    cost: 'log-in',
    document: {
      operationId: 'confirmPasswordReset',
      tag: 'Account',
      summary: 'Set a new password',
      description:
        'Takes the token of the link that was mailed. Ends all sessions of the account. Its API keys stay, unless `replace_api_keys` is true or the address was never verified. The response sets the cookie that identifies this browser at later logins.',
    },
    body: jsonBody(ConfirmResetBody),
    response: envelope('Password set; log in with it.', Nothing),
    errors: ['bad-token', 'no-mail-server', 'too-many-attempts'],
    handle: async ({ request, body, reply }) => {
      setCookies(
        reply,
        await users.links.confirmReset(clientOf(request), body.token, body.new, {
          replaceApiKeys: body.replace_api_keys,
        }),
      );
      return {};
    },
  });

export const requestVerification = ({ users }: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/email/verification',
    caller: 'session',
    cost: 'log-in',
    document: {
      operationId: 'requestVerification',
      tag: 'Account',
      summary: 'Request a link to verify the email address',
      description: 'Sends a link to the address of the account. It works for a day.',
    },
    body: jsonBody(Nothing),
    response: envelope('A mail is on its way.', Nothing),
    errors: ['no-mail-server', 'too-many-attempts'],
    handle: async ({ request }) => {
      await users.links.requestVerification(clientOf(request), userOf(request));
      return {};
    },
  });

const ConfirmEmailBody = z.object({ token: verificationToken });

export const confirmVerification = ({ users }: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/email/verification/confirm',
    caller: 'session',
    cost: 'log-in',
    document: {
      operationId: 'confirmVerification',
      tag: 'Account',
      summary: 'Verify the email address',
      description:
        'Takes the token of the link that was mailed, and needs a session of the same account: the link alone does not show that whoever signed up owns the address.',
    },
    body: jsonBody(ConfirmEmailBody),
    response: envelope('Address verified.', Nothing),
    errors: ['bad-token', 'no-mail-server', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      await users.links.confirmVerification(clientOf(request), userOf(request), body.token);
      return {};
    },
  });
