import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  type AccountRecord,
  AccountRegister,
  ApiKeys,
  email as emailField,
  isVerified,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  newPassword,
  type Role,
  Users,
} from '../../accounts/index.js';
// The same rules as for log-in; otherwise nobody could log in to the account.
import { ServiceError } from '../../errors.js';
import { CommandFailure, type AdminContext } from './admin-context.js';

export interface NewAccount {
  readonly email: string;
  /** Null: a password is generated and printed. */
  readonly password: string | null;
  readonly role: Role;
}

export interface CreatedAccount {
  readonly account: AccountRecord;
  readonly apiKey: string;
  /** The generated password; null if one was given. */
  readonly generatedPassword: string | null;
}

/** An account with a user who can log in. */
export async function createAccount(admin: AdminContext, wanted: NewAccount): Promise<CreatedAccount> {
  const { data: email } = emailField.safeParse(wanted.email);
  if (email === undefined) throw new CommandFailure(`"${wanted.email}" is not a valid email address.`);
  const generatedPassword = wanted.password === null ? makePassword() : null;
  const users = await openUsers(admin);
  try {
    const account = await users.create(
      { email, password: wanted.password ?? generatedPassword ?? '' },
      wanted.role,
    );
    const apiKey = await (await admin.openApiKeys()).issue(account.id);
    return { account, apiKey, generatedPassword };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'email-taken')
      throw new CommandFailure(`There is already an account "${email}".`, { cause: error });
    throw error;
  }
}

const SERVICE_NAME = /^(?!acc_)[a-z\d][a-z\d._-]{1,62}$/;

/** An account for programs. It has no log-in, so nobody's password or departure affects its API keys. */
export async function createServiceAccount(
  { database, openKeys, openApiKeys }: AdminContext,
  name: string,
): Promise<Omit<CreatedAccount, 'generatedPassword'>> {
  if (!SERVICE_NAME.test(name))
    throw new CommandFailure(
      `The name "${name}" must have 2 to 63 lower-case letters, digits, dots, hyphens or underscores.`,
    );
  const account = await new AccountRegister(database.db, await openKeys()).createService(name);
  if (account === null) throw new CommandFailure(`There is already an account "${name}".`);
  return { account, apiKey: await (await openApiKeys()).issue(account.id) };
}

export interface PasswordSet {
  /** Null if one was given. */
  readonly generatedPassword: string | null;
  readonly replacedKeys: boolean;
}

/**
 * Sets a new password and ends all sessions. Whoever signed up with an address that was never verified may not be the
 * user who gets the password now, so the API keys are replaced and the collections deleted, unless the admin decides otherwise.
 */
export async function setPassword(
  admin: AdminContext,
  { id: accountId, userId, label }: AccountRecord,
  password: string | null,
  replaceKeys: boolean | undefined,
): Promise<PasswordSet> {
  if (userId === null)
    throw new CommandFailure(`The account "${label}" has no login, so it has no password.`);
  const generatedPassword = password === null ? makePassword() : null;
  const wasVerified = await isVerified(admin.database.db, userId);
  const replacedKeys = replaceKeys ?? !wasVerified;
  const users = await openUsers(admin);
  await users.setPassword({ accountId, userId }, password ?? generatedPassword ?? '', {
    replaceKeys: replacedKeys,
    isTakeOver: replacedKeys && !wasVerified,
  });
  return { generatedPassword, replacedKeys };
}

/** Makes the account an admin if its address is verified, or if the admin vouches for it. */
export async function makeAdmin(
  { database: { db }, adminChanges, actor }: AdminContext,
  account: AccountRecord,
  isVouchedFor: boolean,
): Promise<void> {
  const { userId, label } = account;
  if (userId === null) throw new CommandFailure(`The account "${label}" has no login.`);
  const verified = await isVerified(db, userId);
  if (!verified && !isVouchedFor)
    throw new CommandFailure(
      `Nobody has verified the address ${label}: anybody may have signed up with it. Let its owner verify it in the portal; or, if you know that the account is theirs, add --vouch.`,
    );
  await adminChanges.setRole(actor, account, 'admin', { vouches: !verified });
}

async function openUsers({ database, openKeys }: AdminContext): Promise<Users> {
  const keys = await openKeys();
  return new Users({
    database,
    accounts: new AccountRegister(database.db, keys),
    apiKeys: new ApiKeys(database.db, keys),
    secret: keys.sessions,
    fallbackSecret: keys.fallback?.sessions,
    signUp: 'closed',
    // For mail and log-ins, which the commands do not use.
    onFault: () => undefined,
  });
}

/** A password of 144 random bits. */
const makePassword = (): string => randomBytes(18).toString('base64url');

/** The password on the first line of the standard input: on a command line others could see it. */
export async function readPassword(input: Readable): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.includes('\n') || text.length > 4 * MAX_PASSWORD_LENGTH) break;
  }
  const { data: password } = newPassword.safeParse(text.split(/\r?\n/, 1)[0]);
  if (password === undefined)
    throw new CommandFailure(
      `The password on the standard input must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
    );
  return password;
}
