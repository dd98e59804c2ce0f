import type { Command } from 'commander';
import { z } from 'zod';
import { apiKeyName, keyLimitFields, keyLimits, pairLines, type KeyLimits } from '../../accounts/index.js';
import { ServiceError } from '../../errors.js';
import { BROWSER_SCOPES, SCOPE_NAMES } from '../../http/scopes.js';
import { iso } from './accounts-rows.js';
import type { CommandContext } from './command-context.js';
import { formatFlags, formatOf, write, writeRows, type FormatFlags } from './output.js';
import { CommandFailure } from './admin-context.js';

interface NewKeyFlags {
  readonly scopes?: string[];
  readonly expires?: string;
  readonly origins?: string[];
}

const COLUMNS = ['name', 'scopes', 'expires', 'origins', 'created', 'last_used'] as const;
const ACCOUNT = ['<account>', 'email address or id'] as const;

export function addApiKeyCommands(program: Command, { withAdmin, out, note }: CommandContext): void {
  const apiKey = program.command('api-keys').description('the credentials of an account');

  formatFlags(apiKey.command('list'))
    .description('the API keys of an account by name, with the day of their last use')
    .argument(...ACCOUNT)
    .action((account: string, flags: FormatFlags) =>
      withAdmin(async ({ accountNamed, openApiKeys }) => {
        const listed = await (await openApiKeys()).list((await accountNamed(account)).id);
        const rows = listed.map(({ name, scopes, expiresAt, origins, createdAt, lastUsedAt }) => ({
          name,
          scopes: scopes?.join(' ') ?? 'all',
          expires: iso(expiresAt),
          origins: origins === null ? null : origins.length === 0 ? 'any' : origins.join(' '),
          created: iso(createdAt),
          last_used: iso(lastUsedAt),
        }));
        await writeRows(out, formatOf(flags), COLUMNS, rows);
      }),
    );

  apiKey
    .command('add')
    .description('create another API key; the others keep working')
    .argument(...ACCOUNT)
    .argument('<name>', 'what it is for')
    .option('--scopes <scopes...>', `only for ${SCOPE_NAMES.join(', ')}`)
    .option('--expires <time>', 'until this time, such as 2027-01-31T00:00:00Z')
    .option('--origins <origins...>', `for web pages of these origins, to ${BROWSER_SCOPES.join(' and ')}`)
    .action((account: string, name: string, flags: NewKeyFlags) =>
      withAdmin(async ({ accountNamed, openApiKeys, record }) => {
        const { id, label } = await accountNamed(account);
        const checked = apiKeyName.safeParse(name);
        if (!checked.success)
          throw new CommandFailure(`The name must be ${checked.error.issues[0]?.message ?? 'valid'}.`);
        const made = await (await openApiKeys()).add(id, checked.data, limitsOf(flags)).catch(asFailure);
        await record('api-key-added', id, checked.data);
        await write(out, `${made}\n`);
        note(`${label} has one more API key, "${checked.data}".`);
      }),
    );

  apiKey
    .command('revoke')
    .description('end one API key at once; the others keep working')
    .argument(...ACCOUNT)
    .argument('<name>', 'as shown by api-keys list')
    .action((account: string, name: string) =>
      withAdmin(async ({ accountNamed, openApiKeys, record }) => {
        const { id, label } = await accountNamed(account);
        if (!(await (await openApiKeys()).revoke(id, name)))
          throw new CommandFailure(`${label} has no API key "${name}".`);
        await record('api-key-revoked', id, name);
        note(`The API key "${name}" of ${label} is revoked.`);
      }),
    );

  apiKey
    .command('access-key')
    .description(
      'make the access key pair of an API key, for clients of Amazon Rekognition; its earlier pair stops working immediately',
    )
    .argument(...ACCOUNT)
    .argument('<name>', 'as shown by api-keys list')
    .action((account: string, name: string) =>
      withAdmin(async ({ accountNamed, openAccessKeys, record }) => {
        const { id, label } = await accountNamed(account);
        const pair = await (await openAccessKeys()).make(id, name);
        if (pair === null) throw new CommandFailure(`${label} has no API key "${name}".`);
        await record('access-key-made', id, name);
        await write(
          out,
          pairLines(pair)
            .map((line) => `${line}\n`)
            .join(''),
        );
        note(`The API key "${name}" of ${label} has a new access key pair. Its secret is not shown again.`);
      }),
    );

  apiKey
    .command('replace')
    .description('replace all API keys with a new one; the old ones stop working immediately')
    .argument(...ACCOUNT)
    .action((account: string) =>
      withAdmin(async ({ accountNamed, openApiKeys, record }) => {
        const { id, label } = await accountNamed(account);
        const made = await (await openApiKeys()).replace(id);
        await record('api-keys-replaced', id);
        await write(out, `${made}\n`);
        note(`The API key of ${label} is replaced.`);
      }),
    );
}

function limitsOf({ expires, ...flags }: NewKeyFlags): KeyLimits {
  const given = z
    .object(keyLimitFields)
    .safeParse({ ...flags, ...(expires !== undefined && { expires_at: expires }) });
  if (!given.success)
    throw new CommandFailure(
      given.error.issues
        .map(({ path, message }) => `${path[0] === 'expires_at' ? 'expires' : String(path[0])}: ${message}`)
        .join('\n'),
    );
  try {
    return keyLimits(given.data, Date.now());
  } catch (error) {
    return asFailure(error);
  }
}

/** Turns a service error into a message for the operator. */
function asFailure(error: unknown): never {
  if (error instanceof ServiceError) throw new CommandFailure(error.message, { cause: error });
  throw error;
}
