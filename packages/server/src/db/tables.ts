import type { ColumnType, Generated } from 'kysely';

/** Milliseconds since 1970, UTC. */
type Moment = number;
/** A user, who can log in. */
export interface UserTable {
  id: string;
  /** In lowercase. */
  email: string;
  /** 1 if the user has proved to own the address, or an admin has vouched for it. */
  email_verified: 0 | 1;
  password_hash: string;
  created_at: Moment;
}

export interface SessionTable {
  token: string;
  user_id: string;
  expires_at: Moment;
  created_at: Moment;
  /** When a session of the identity provider ends, however active it is; null for log-ins with a password. */
  ends_at: Generated<Moment | null>;
}

/** Who a user is at the identity provider. The address may change there; the subject never does. */
export interface IdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Moment;
}

export interface MailedLinkTable {
  /** Of the token in the link. */
  hash: string;
  user_id: string;
  expires_at: Moment;
}

/** Counted attempts to log in, shared by all servers. */
export interface LoginAttemptTable {
  key: string;
  count: number;
  last_request: Moment;
}

export interface AccountTable {
  id: string;
  /** None for service accounts and the demo account. */
  user_id: string | null;
  label: string;
  role: 'user' | 'admin';
  created_at: Moment;
  suspended_at: Moment | null;
  /**
   * Theoretical arrival time of the next call (GCRA), in milliseconds with fractions. Every admission locks this row.
   */
  tat: Generated<number>;
  /** Set on a deleted account, of which only the usage is left. */
  deleted_at: Generated<Moment | null>;
  /** Keyed hash of the email address: a new account of the same address continues with the quota of the deleted one. */
  email_hash: Generated<string | null>;
}

export interface ApiKeyTable {
  lookup_hash: string;
  account_id: string;
  /** Unique within an account. */
  name: Generated<string>;
  sealed: string;
  created_at: Moment;
  /** Time of the last call with it, to the minute. */
  last_used_at: Generated<Moment | null>;
  /** Of its access key pair; null if it has none. */
  access_key_id: Generated<string | null>;
  /** What it is for, separated by spaces; null: everything. */
  scopes: Generated<string | null>;
  expires_at: Generated<Moment | null>;
  /** For web pages of these origins, separated by spaces, any if there are none; null: not for web pages. */
  origins: Generated<string | null>;
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
  /** How many calls of the quota are reserved. */
  calls: Generated<number>;
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

export interface RejectionTable {
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
  /** The name that the API key had. */
  key_name: Generated<string | null>;
}

/** A liveness session that is open: one that was used is deleted. */
export interface LivenessSessionTable {
  id: string;
  account_id: string;
  expires_at: Moment;
}

/** The liveness sessions that somebody did not pass, one after the other. The person is a keyed hash of the host's reference. */
export interface LivenessAttemptTable {
  account_id: string;
  person: string;
  failures: number;
  /** When the first of them was opened. */
  since: Moment;
  last_at: Moment;
  /** How long after the last one no other is opened. */
  pause_ms: Moment;
}

/** A change that an admin made. It names accounts by their ids alone. */
export interface AuditTable {
  id: string;
  at: Moment;
  actor: string;
  action: string;
  account_id: string;
  detail: string;
}

/** A collection of people; one that was deleted has neither account nor id, and its rows are about to be deleted. */
export interface CollectionTable {
  number: Generated<number>;
  account_id: string | null;
  /** The caller's. */
  id: string | null;
  /** Which made the vectors; null as long as there are none. */
  model: string | null;
  people: Generated<number>;
  faces: Generated<number>;
  /** The number of the next face. */
  next_face: Generated<number>;
  created_at: Moment;
}

export interface CollectionPersonTable {
  number: Generated<number>;
  collection: number;
  /** The caller's. */
  id: string;
  display_name: string | null;
  /** JSON. */
  metadata: string | null;
  /** The caller's reference to the consent that the person gave. */
  consent: string | null;
  expires_at: Moment | null;
  faces: Generated<number>;
  created_at: Moment;
}

/** A face on SQLite; the vector is encrypted. */
export interface CollectionFaceTable {
  collection: number;
  /** Unique within the collection, ascending. */
  number: number;
  person: number;
  /** Which made the vector. */
  model: string;
  sealed: ColumnType<ArrayBuffer, Buffer, Buffer>;
  created_at: Moment;
}

export interface MigrationTable {
  name: string;
  applied_at: Moment;
}

export interface Tables {
  users: UserTable;
  session: SessionTable;
  identity: IdentityTable;
  mailed_link: MailedLinkTable;
  login_attempt: LoginAttemptTable;
  account: AccountTable;
  api_key: ApiKeyTable;
  subscription: SubscriptionTable;
  period_usage: PeriodUsageTable;
  reservation: ReservationTable;
  usage_day: UsageDayTable;
  rejection: RejectionTable;
  request_log: RequestLogTable;
  audit: AuditTable;
  liveness_session: LivenessSessionTable;
  liveness_attempt: LivenessAttemptTable;
  collection: CollectionTable;
  collection_person: CollectionPersonTable;
  collection_face: CollectionFaceTable;
  migration: MigrationTable;
}
