import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addAccountRoute, Nothing, type AccountDeps } from './account-route.js';
import { userOf, clientOf } from './account-guards.js';
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

export function addShowService(app: FastifyInstance, { users, service }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/account/service',
    auth: 'public',
    operationId: 'showService',
    summary: 'Show what the service offers',
    description: 'What the portal needs to know before anybody is logged in.',
    message: 'The service.',
    data: Service,
    handle: async ({ request, setCookies }) => {
      const session = await users.whoIs(clientOf(request));
      setCookies(session?.cookies ?? []);
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
}

const SignUpBody = z.object({ email, password: newPassword });

export function addSignUp(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/sign-up',
    auth: 'public',
    operationId: 'signUp',
    summary: 'Sign up',
    description: 'Makes an account with an API key, and logs in: the response sets the session cookie.',
    message: 'Signed up.',
    body: SignUpBody,
    data: WithAccount,
    errors: ['sign-up-closed', 'email-taken', 'too-many-attempts'],
    handle: async ({ request, body, setCookies }) => {
      const { user, cookies } = await deps.users.signUp(clientOf(request), body);
      setCookies(cookies);
      return accountView(deps, user.accountId);
    },
  });
}

const LogInBody = z.object({ email, password });

export function addLogIn(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/log-in',
    auth: 'public',
    operationId: 'logIn',
    summary: 'Log in',
    description:
      'Starts a session that lasts seven days and is extended by use. The response sets the session cookie and a second cookie that identifies this browser at later logins. After several failed attempts from one network, further attempts must wait, each longer than the last; browsers that have logged in before are counted separately.',
    message: 'Logged in.',
    body: LogInBody,
    data: WithAccount,
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body, setCookies }) => {
      const { user, cookies } = await deps.users.logIn(clientOf(request), body);
      setCookies(cookies);
      return accountView(deps, user.accountId);
    },
  });
}

export function addLogOut(app: FastifyInstance, { users }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/log-out',
    // Logging out without a session is not an error.
    auth: 'public',
    operationId: 'logOut',
    summary: 'Log out',
    description: 'Ends the session of the cookie. Succeeds even if there is no session.',
    message: 'Logged out.',
    body: Nothing,
    data: Nothing,
    handle: async ({ request, setCookies }) => {
      setCookies(await users.logOut(clientOf(request)));
      return {};
    },
  });
}

export function addShowAccount(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/account',
    auth: 'session',
    operationId: 'showAccount',
    summary: 'Show the account',
    description: 'The account of the logged-in user, with its API key and its subscription.',
    message: 'The account.',
    data: WithAccount,
    handle: ({ request }) => accountView(deps, userOf(request).accountId),
  });
}

const DeleteBody = z.object({ password: password.optional().describe(confirmation('of the account')) });

export function addDeleteAccount(app: FastifyInstance, { users }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/delete',
    auth: 'session',
    operationId: 'deleteAccount',
    summary: 'Delete the account',
    description:
      'Removes the log-in, the email address, the API keys, the plan, the list of rejections and the request log, at once and for good. What stays: the number of calls, without a name, for as long as the service keeps usage for bills; and, if the address was verified, a keyed hash of it, so that signing up again neither renews the quota nor ends a suspension. The hash stays until the current month ends or, if the account is suspended, until an admin resumes a new account of the address, at most for as long as the usage.',
    message: 'Account deleted.',
    body: DeleteBody,
    data: Nothing,
    errors: ['wrong-credentials', 'too-many-attempts', 'log-in-again'],
    handle: async ({ request, body, setCookies }) => {
      setCookies(await users.remove(clientOf(request), userOf(request), body.password));
      return {};
    },
  });
}
