/** What other features may use of this one. */
export { AccountRegister, isVerified, rekeyAddress } from './account-register.js';
export { type AccountRecord, AccountStore, type Role } from './account-store.js';
export { type AccessKeyOwner, type AccessKeyPair, AccessKeys, pairLines } from './api-keys/access-keys.js';
export { apiKeyName, ApiKeys } from './api-keys/api-keys.js';
export { addressHash, lookupHash, sealApiKey, unsealApiKey } from './api-keys/credential.js';
export { seal, sealedBytes, unseal } from './secret/sealing.js';
export {
  type AuditAction,
  type AuditCursor,
  AuditLog,
  type AuditRow,
  EXPIRY,
  recordChange,
} from './audit-log.js';
export { addRelease, ApiKeyCalls } from './authenticate.js';
export { type DemoAccount, ensureDemoAccount } from './demo-account.js';
export { keyLimitFields, keyLimits, type KeyLimits } from './api-keys/key-limits.js';
export { countsText, discardCollections } from './discard-collections.js';
export { isRejected, type Meter, type Reservation } from './meter/meter.js';
export { type MeterOptions, openMeter } from './meter/open-meter.js';
export { type AccountParts, type Accounts, openAccounts } from './open-accounts.js';
export { periodAt } from './plans/periods.js';
export { openPlans } from './plans/plans-file.js';
export type { Plan, Plans } from './plans/plans.js';
export { type Subscription, Subscriptions } from './plans/subscriptions.js';
export { planId, type ServiceFacts, type TrialOffer } from './routes/account-deps.js';
export { accountRoutes } from './routes/account-routes.js';
export { moment, Moment, planView, PlanView } from './routes/account-view.js';
export { days, UsageDays } from './routes/usage-routes.js';
export { deriveKeys, type Keys, type KeySet, openKeys } from './secret/keys.js';
export { clientOf, requireAdmin, sessionAuth, userOf } from './session-auth.js';
export { sweepRegularly } from './sweeper.js';
export { TrialCalls } from './trial/trial-calls.js';
export { DAY_MS, dayOf, DEFAULT_DAYS, endOfDay, isDay } from './plans/periods.js';
export type { Usage } from './usage/usage.js';
export { IDENTITY_CALLBACK, type IdentitySettings } from './users/identity/identity-log-in.js';
export type { Claim } from './users/identity/identity-rules.js';
export {
  confirmation,
  email,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  newPassword,
  password,
} from './users/login-rules.js';
export { type MailOptions, NO_MAIL_WARNING } from './users/mail.js';
export { SESSION_COOKIE } from './users/sessions.js';
export { markVerified } from './users/user-store.js';
export { Users } from './users/users.js';
