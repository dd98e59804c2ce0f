import { envelope } from '../../http/response-kinds.js';
import { jsonBody } from '../../http/json-body.js';
import { route, type Route } from '../../http/route.js';
import { z } from 'zod';
import { Nothing, setCookies, type AccountDeps } from './account-deps.js';
import { userOf, clientOf } from '../session-auth.js';
import { confirmation, email, newPassword, password } from '../users/login-rules.js';
import { accountView, WithAccount } from './account-view.js';

const Service = z.object({
  sign_up: z.enum(['open', 'closed']),
  password_reset: z.boolean().describe('Whether passwords can be reset by mail.'),
  identity_provider: z
    .string()
    .nullable()
    .describe(
      'The name of the identity provider with which users can log in at `/account/log-in/provider`; null: there is none.',
    ),
  mode: z.enum(['development', 'production']),
  logged_in: z.boolean().describe('Whether the request carries a valid session cookie.'),
  max_image_bytes: z.int().min(1).describe('The maximum size of an image, in bytes.'),
  trial: z.boolean().describe('Whether users may try the service in the portal without an account.'),
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
  collections: z.boolean().describe('Whether accounts can keep people in collections on this service.'),
  rekognition: z.boolean().describe('Whether clients of Amazon Rekognition can call this service.'),
});

export const showService = ({ users, service }: AccountDeps): Route =>
  route({
    method: 'GET',
    path: '/account/service',
    caller: 'anyone',
    cost: 'log-in',
    document: {
      operationId: 'showService',
      tag: 'Account',
      summary: 'Show what the service offers',
      description: 'What the portal needs to know before anybody is logged in.',
    },
    response: envelope('The service.', Service),
    handle: async ({ request, reply }) => {
      const session = await users.whoIs(clientOf(request));
      setCookies(reply, session?.cookies ?? []);
      return {
        sign_up: users.signUpMode,
        password_reset: users.links.canSend,
        identity_provider: users.identity?.name ?? null,
        mode: service.mode,
        logged_in: session !== null,
        max_image_bytes: service.maxImageBytes,
        trial: service.trial !== null,
        trial_max_image_bytes: service.trial?.maxImageBytes ?? null,
        trial_max_pixels: service.trial?.maxPixels ?? null,
        samples: [...service.samples()],
        collections: service.collections,
        rekognition: service.rekognition,
      };
    },
  });

const SignUpBody = z.object({ email, password: newPassword });

export const signUp = (deps: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/sign-up',
    caller: 'anyone',
    cost: 'log-in',
    document: {
      operationId: 'signUp',
      tag: 'Account',
      summary: 'Sign up',
      description: 'Makes an account with an API key, and logs in: the response sets the session cookie.',
    },
    body: jsonBody(SignUpBody),
    response: envelope('Signed up.', WithAccount),
    errors: ['sign-up-closed', 'email-taken', 'too-many-attempts'],
    handle: async ({ request, body, reply }) => {
      const { user, cookies } = await deps.users.signUp(clientOf(request), body);
      setCookies(reply, cookies);
      return accountView(deps, user.accountId);
    },
  });

const LogInBody = z.object({ email, password });

export const logIn = (deps: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/log-in',
    caller: 'anyone',
    cost: 'log-in',
    document: {
      operationId: 'logIn',
      tag: 'Account',
      summary: 'Log in',
      description:
        'Starts a session that lasts seven days and is extended by use. The response sets the session cookie and a second cookie that identifies this browser at later logins. After several failed attempts from one network, further attempts must wait, each longer than the last; browsers that have logged in before are counted separately.',
    },
    body: jsonBody(LogInBody),
    response: envelope('Logged in.', WithAccount),
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body, reply }) => {
      const { user, cookies } = await deps.users.logIn(clientOf(request), body);
      setCookies(reply, cookies);
      return accountView(deps, user.accountId);
    },
  });

export const logOut = ({ users }: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/log-out',
    // Logging out without a session is not an error.
    caller: 'anyone',
    cost: 'log-in',
    document: {
      operationId: 'logOut',
      tag: 'Account',
      summary: 'Log out',
      description: 'Ends the session of the cookie. Succeeds even if there is no session.',
    },
    body: jsonBody(Nothing),
    response: envelope('Logged out.', Nothing),
    handle: async ({ request, reply }) => {
      setCookies(reply, await users.logOut(clientOf(request)));
      return {};
    },
  });

export const showAccount = (deps: AccountDeps): Route =>
  route({
    method: 'GET',
    path: '/account',
    caller: 'session',
    cost: 'log-in',
    document: {
      operationId: 'showAccount',
      tag: 'Account',
      summary: 'Show the account',
      description: 'The account of the logged-in user, with its API key and its subscription.',
    },
    response: envelope('The account.', WithAccount),
    handle: ({ request }) => accountView(deps, userOf(request).accountId),
  });

const DeleteBody = z.object({ password: password.optional().describe(confirmation('of the account')) });

export const deleteAccount = ({ users }: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/delete',
    caller: 'session',
    cost: 'log-in',
    document: {
      operationId: 'deleteAccount',
      tag: 'Account',
      summary: 'Delete the account',
      description:
        'Removes the log-in, the email address, the API keys, the plan, the list of rejections and the request log, at once and for good. What stays: the number of calls, without a name, for as long as the service keeps usage for bills; and, if the address was verified, a keyed hash of it, so that signing up again neither renews the quota nor ends a suspension. The hash stays until the current month ends or, if the account is suspended, until an admin resumes a new account of the address, at most for as long as the usage.',
    },
    body: jsonBody(DeleteBody),
    response: envelope('Account deleted.', Nothing),
    errors: ['wrong-credentials', 'too-many-attempts', 'log-in-again'],
    handle: async ({ request, body, reply }) => {
      setCookies(reply, await users.remove(clientOf(request), userOf(request), body.password));
      return {};
    },
  });
