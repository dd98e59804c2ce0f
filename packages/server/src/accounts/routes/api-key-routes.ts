import { envelope } from '../../http/response-kinds.js';
import { jsonBody } from '../../http/json-body.js';
import { route, type Route } from '../../http/route.js';
import { z } from 'zod';
import { MAX_API_KEYS, apiKeyName } from '../api-keys/api-keys.js';
import { keyLimitFields, keyLimits } from '../api-keys/key-limits.js';
import { ServiceError } from '../../errors.js';
import { SCOPE_NAMES } from '../../http/scopes.js';
import { Nothing, type AccountDeps } from './account-deps.js';
import { accountView, Moment, moment, rejectSuspended, WithAccount } from './account-view.js';
import { userOf, clientOf } from '../session-auth.js';

const ApiKeyView = z.object({
  name: z.string(),
  api_key: z
    .string()
    .nullable()
    .describe('Of the first one, `default`; of any other only in the response to its creation, else `null`.'),
  works: z
    .boolean()
    .describe('Whether it works: it has not expired, and the secret of the service is that of its creation.'),
  scopes: z.array(z.enum(SCOPE_NAMES)).describe('What it is for.'),
  expires_at: Moment.nullable().describe('`null`: never.'),
  origins: z
    .array(z.string())
    .nullable()
    .describe('The web pages that may use it, any if the list is empty; `null`: it is not for web pages.'),
  created_at: Moment,
  last_used_at: Moment.nullable().describe(
    'When a call was last made with it, to the minute; `null`: never.',
  ),
});

const WithApiKeys = z.object({
  api_keys: z.array(ApiKeyView).describe('The oldest first.'),
});

const ApiKeyBody = z.object({ name: apiKeyName });
const NewApiKeyBody = z.object({ name: apiKeyName, ...keyLimitFields });

async function apiKeysView(
  { apiKeys }: AccountDeps,
  accountId: string,
  made?: { readonly name: string; readonly apiKey: string },
): Promise<z.infer<typeof WithApiKeys>> {
  const listed = await apiKeys.list(accountId);
  return {
    api_keys: listed.map(({ name, apiKey, works, scopes, expiresAt, origins, createdAt, lastUsedAt }) => ({
      name,
      api_key: name === made?.name ? made.apiKey : apiKey,
      works,
      scopes: [...(scopes ?? SCOPE_NAMES)],
      expires_at: expiresAt === null ? null : moment(expiresAt),
      origins: origins === null ? null : [...origins],
      created_at: moment(createdAt),
      last_used_at: lastUsedAt === null ? null : moment(lastUsedAt),
    })),
  };
}

export const listApiKeys = (deps: AccountDeps): Route =>
  route({
    method: 'GET',
    path: '/account/api-keys',
    caller: 'session',
    cost: 'rows',
    document: {
      operationId: 'listApiKeys',
      tag: 'Account',
      summary: 'List the API keys',
      description:
        'All API keys of the account. Plan, rate and quota are those of the account, whichever is used.',
    },
    response: envelope('API keys listed.', WithApiKeys),
    handle: ({ request }) => apiKeysView(deps, userOf(request).accountId),
  });

export const addApiKey = (deps: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/api-keys',
    caller: 'session',
    cost: 'rows',
    document: {
      operationId: 'addApiKey',
      tag: 'Account',
      summary: 'Add an API key',
      description: `Makes one more API key under a name, and shows it this once; the others keep working. It may be for some calls alone, until some time, or for web pages. An account has at most ${MAX_API_KEYS}.`,
    },
    body: jsonBody(NewApiKeyBody),
    response: envelope('API key added.', WithApiKeys),
    errors: ['account-suspended', 'api-key-name-taken', 'too-many-api-keys'],
    handle: async ({ request, body }) => {
      const { accountId } = userOf(request);
      await rejectSuspended(deps, accountId);
      const client = clientOf(request);
      const { name } = body;
      const limits = keyLimits(body, Date.now());
      const apiKey = await deps.apiKeys.add(accountId, name, limits, (tx) =>
        deps.users.isLoggedIn(client, tx),
      );
      return apiKeysView(deps, accountId, { name, apiKey });
    },
  });

export const revokeApiKey = (deps: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/api-keys/revoke',
    caller: 'session',
    cost: 'rows',
    document: {
      operationId: 'revokeApiKey',
      tag: 'Account',
      summary: 'Revoke an API key',
      description:
        'The API key with this name stops working immediately, on every server; the others keep working.',
    },
    body: jsonBody(ApiKeyBody),
    response: envelope('API key revoked.', WithApiKeys),
    errors: ['account-suspended'],
    handle: async ({ request, body }) => {
      const { accountId } = userOf(request);
      await rejectSuspended(deps, accountId);
      if (!(await deps.apiKeys.revoke(accountId, body.name))) throw noSuchKey();
      return apiKeysView(deps, accountId);
    },
  });

const noSuchKey = (): ServiceError =>
  new ServiceError('bad-field', 'The field name must be the name of one of the API keys.', { field: 'name' });

export const makeAccessKey = (deps: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/api-keys/access-key',
    caller: 'session',
    cost: 'rows',
    document: {
      operationId: 'makeAccessKey',
      tag: 'Account',
      summary: 'Make an access key pair',
      description:
        'Makes the access key pair with which clients of Amazon Rekognition sign their calls, for the API key with this name. The secret is shown once. A pair that the API key had stops working immediately, and the pair ends with the API key.',
    },
    body: jsonBody(ApiKeyBody),
    response: envelope(
      'Access key pair made.',
      z.object({
        access_key_id: z.string().meta({ examples: ['FCTAABCDEFGHJKLMNPQR'] }),
        secret_access_key: z.string(),
      }),
    ),
    errors: ['account-suspended', 'not-found'],
    handle: async ({ request, body }) => {
      if (!deps.service.rekognition)
        throw new ServiceError('not-found', 'Clients of Amazon Rekognition cannot call this service.');
      const { accountId } = userOf(request);
      await rejectSuspended(deps, accountId);
      const client = clientOf(request);
      const pair = await deps.accessKeys.make(accountId, body.name, (tx) =>
        deps.users.isLoggedIn(client, tx),
      );
      if (pair === null) throw noSuchKey();
      return { access_key_id: pair.accessKeyId, secret_access_key: pair.secretAccessKey };
    },
  });

export const replaceApiKey = (deps: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/api-keys/replace',
    caller: 'session',
    cost: 'rows',
    document: {
      operationId: 'replaceApiKey',
      tag: 'Account',
      summary: 'Replace all API keys',
      description:
        'Creates a new API key named `default`. All previous ones stop working immediately, on every server.',
    },
    body: jsonBody(Nothing),
    response: envelope('API key replaced.', WithAccount),
    errors: ['account-suspended'],
    handle: async ({ request }) => {
      const { accountId } = userOf(request);
      await rejectSuspended(deps, accountId);
      const client = clientOf(request);
      await deps.apiKeys.replace(accountId, undefined, undefined, (tx) => deps.users.isLoggedIn(client, tx));
      return accountView(deps, accountId);
    },
  });
