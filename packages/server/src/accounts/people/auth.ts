import { betterAuth, type BetterAuthOptions } from 'better-auth';
import type { Database } from '../../db/database.js';
import { sessionCookieName } from './cookie.js';
import type { Passwords } from './passwords.js';

export const SESSION_SECONDS = 7 * 86_400;
export const RESET_SECONDS = 30 * 60;
export const VERIFICATION_SECONDS = 86_400;
export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 128;

export interface AuthParts {
  readonly database: Database;
  /** Signs the cookies. */
  readonly secret: string;
  /** Whether people reach the service over https. */
  readonly secure: boolean;
  readonly passwords: Passwords;
  readonly sendReset: (to: string, token: string) => Promise<void>;
  readonly sendVerification: (to: string, token: string) => Promise<void>;
  readonly onFault: (message: string, cause: unknown) => void;
}

/** better-auth on our tables. Only its functions are called; it answers no request by itself. */
export const createAuth = (parts: AuthParts): Auth => betterAuth(authOptions(parts));

export type Auth = ReturnType<typeof betterAuth<ReturnType<typeof authOptions>>>;

/** Which table and which columns hold what better-auth calls user, session, account and verification. */
const TABLES = {
  user: {
    modelName: 'person',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  session: {
    modelName: 'session',
    fields: {
      userId: 'person_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  account: {
    modelName: 'credential',
    fields: {
      userId: 'person_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'verification',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
} as const;

// Its type is the very shape of the options, from which better-auth derives the types of its functions.
function authOptions(parts: AuthParts) {
  const { database, secret, secure, passwords, sendReset, sendVerification, onFault } = parts;
  return {
    appName: 'Facet',
    // No link and no redirect is ever built from it: our own routes make them.
    baseURL: secure ? 'https://localhost' : 'http://localhost',
    database: { db: database.db, type: database.dialect },
    // Both, because a list wins over what the environment may hold.
    secret,
    secrets: [{ version: 1, value: secret }],
    telemetry: { enabled: false },
    // Its rate limit sits in its own request handler, which is not used.
    rateLimit: { enabled: false },
    user: TABLES.user,
    session: { ...TABLES.session, expiresIn: SESSION_SECONDS, updateAge: 86_400 },
    account: TABLES.account,
    // A copy of the database gives no link away.
    verification: { ...TABLES.verification, storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: passwords,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => sendReset(user.email, token),
    },
    emailVerification: {
      expiresIn: VERIFICATION_SECONDS,
      sendVerificationEmail: ({ user, token }) => sendVerification(user.email, token),
    },
    advanced: {
      // Its own prefix would be __Secure-, which promises less than __Host-.
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      cookies: { session_token: { name: sessionCookieName(secure) } },
      ipAddress: { disableIpTracking: true },
      // The migrations are ours, and tested against what it expects.
      database: { validateSchema: false },
    },
    logger: {
      level: 'error',
      log: (_level, message, ...details: unknown[]) => {
        onFault(message, details[0]);
      },
    },
  } as const satisfies BetterAuthOptions;
}
