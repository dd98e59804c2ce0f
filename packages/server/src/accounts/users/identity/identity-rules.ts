import { quote, ServiceError } from '../../../errors.js';
import { email as emailField } from '../login-rules.js';
import type { Role } from '../../account-store.js';
import type { Claims } from './provider.js';

/** A claim of the identity provider, and the value that it must have. */
export interface Claim {
  readonly name: string;
  readonly value: string;
}

export interface IdentityRules {
  /** In lowercase; empty: any. */
  readonly domains: readonly string[];
  /** Who has it is an admin; without it, log-ins leave roles alone. */
  readonly adminClaim?: Claim | undefined;
  /** Whether an address without the claim `email_verified` is accepted. */
  readonly trustEmail: boolean;
}

export interface Identity {
  readonly subject: string;
  /** In lowercase. */
  readonly email: string;
  /** Null: log-ins do not change the role. */
  readonly role: Role | null;
}

const reject = (message: string): never => {
  throw new ServiceError('identity-rejected', message);
};

/** Who the claims name, if they may log in. */
export function identityOf(claims: Claims, rules: IdentityRules): Identity {
  const { data: email } = emailField.safeParse(claims['email']);
  if (email === undefined) return reject('The identity provider sent no email address.');
  const verified = claims['email_verified'];
  // Some providers send the text.
  const isVerified = verified === true || verified === 'true' || (verified === undefined && rules.trustEmail);
  if (!isVerified) return reject(`The identity provider has not verified the address ${quote(email)}.`);
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (rules.domains.length > 0 && !rules.domains.includes(domain))
    return reject(`Addresses of ${quote(domain)} may not log in here.`);
  return { subject: claims.sub, email, role: roleOf(claims, rules.adminClaim) };
}

function roleOf(claims: Claims, admin: Claim | undefined): Role | null {
  if (admin === undefined) return null;
  const given = claims[admin.name];
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  return values.includes(admin.value) ? 'admin' : 'user';
}
