import type { ColumnType, Generated } from 'kysely';

/** Milliseconds since 1970, UTC. */
type Moment = number;
/** ISO text on SQLite, timestamptz on PostgreSQL. */
type AuthMoment = ColumnType<Date | string>;
/** 0/1 on SQLite, boolean on PostgreSQL. */
type AuthFlag = ColumnType<boolean | number>;

/*
 * The tables of people have the form that better-auth gave them. What is unused in them stays until no server that uses it
 * can run beside a newer one (docs/decisions/0013-versions-side-by-side.md).
 */

export interface PersonTable {
  id: string;
  name: string;
  email: string;
  email_verified: AuthFlag;
  image: string | null;
  created_at: AuthMoment;
  updated_at: AuthMoment;
}

export interface SessionTable {
  id: string;
  person_id: string;
  token: string;
  expires_at: AuthMoment;
  ip_address: string | null;
  user_agent: string | null;
  created_at: AuthMoment;
  updated_at: AuthMoment;
}

/** The password of a person; the other columns are unused. */
export interface CredentialTable {
  id: string;
  person_id: string;
  account_id: string;
  provider_id: string;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: AuthMoment | null;
  refresh_token_expires_at: AuthMoment | null;
  scope: string | null;
  password: string | null;
  created_at: AuthMoment;
  updated_at: AuthMoment;
}

/** A mailed link: the hash of its token, and the person. */
export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: AuthMoment;
  created_at: AuthMoment;
  updated_at: AuthMoment;
}

/** Counted attempts to log in, shared by all servers. */
export interface LoginAttemptTable {
  id: string;
  key: string;
  count: number;
  last_request: Moment;
}

export interface AccountTable {
  id: string;
  /** None for the demo account. */
  person_id: string | null;
  label: string;
  role: 'member' | 'administrator';
  created_at: Moment;
  suspended_at: Moment | null;
  /**
   * Theoretical arrival time of the next call (GCRA), in milliseconds with fractions. Every admission locks this row.
   */
  tat: Generated<number>;
  /** Set on a deleted account, of which only the usage is left. */
  deleted_at: Generated<Moment | null>;
  /** Keyed hash of the email address: a new account of the same person continues with the quota of the deleted one. */
  email_hash: Generated<string | null>;
}

export interface UserIdTable {
  lookup_hash: string;
  account_id: string;
  /** Unique within an account. */
  name: Generated<string>;
  sealed: string;
  created_at: Moment;
  /** Time of the last call with it, to the minute. */
  last_used_at: Generated<Moment | null>;
}

export interface SubscriptionTable {
  account_id: string;
  plan: string;
  started_at: Moment;
  /** The first millisecond at which it is no longer active. */
  ends_at: Moment | null;
}

/** Counted calls of one period of a subscription. */
export interface PeriodUsageTable {
  account_id: string;
  period_start: Moment;
  period_end: Moment;
  used: number;
  /** The part of `used` that a deleted account of the same address had used, and is billed for. */
  carried: Generated<number>;
}

/** A call in flight: reserves one call of the quota until it is settled or expires. */
export interface ReservationTable {
  id: string;
  account_id: string;
  /** The period in which the call counts, whenever it ends. */
  period_start: Moment;
  period_end: Moment;
  expires_at: Moment;
}

/** Sums of finished calls. */
export interface UsageDayTable {
  account_id: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  operation: string;
  /** The code on the wire: '1000', '3001', … */
  outcome: string;
  calls: number;
}

export interface RefusalTable {
  id: string;
  account_id: string;
  at: Moment;
  operation: string;
  code: string;
}

/** Requests of accounts, for a few days; bounded for each account. */
export interface RequestLogTable {
  account_id: string;
  at: Moment;
  /** Distinguishes requests with the same timestamp. */
  id: string;
  operation: string;
  status: number;
  code: string;
  ms: number;
  request_id: string;
}

/** A change that an operator made. It names accounts by their ids alone. */
export interface AuditTable {
  id: string;
  at: Moment;
  actor: string;
  action: string;
  account_id: string;
  detail: string;
}

export interface MigrationTable {
  name: string;
  applied_at: Moment;
}

export interface Tables {
  person: PersonTable;
  session: SessionTable;
  credential: CredentialTable;
  verification: VerificationTable;
  login_attempt: LoginAttemptTable;
  account: AccountTable;
  user_id: UserIdTable;
  subscription: SubscriptionTable;
  period_usage: PeriodUsageTable;
  reservation: ReservationTable;
  usage_day: UsageDayTable;
  refusal: RefusalTable;
  request_log: RequestLogTable;
  audit: AuditTable;
  migration: MigrationTable;
}
