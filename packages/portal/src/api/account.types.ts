export interface Plan {
  readonly id: string;
  readonly name: string;
  /** null: without a limit. */
  readonly calls_per_month: number | null;
  readonly calls_per_second: number | null;
  readonly burst: number | null;
  /** What an account may keep, in all of its collections together; absent: the service has none. */
  readonly collections?: number | null;
  readonly people?: number | null;
  readonly faces?: number | null;
}

export interface OfferedPlan extends Plan {
  readonly summary: string;
}

export interface Subscription {
  readonly plan: Plan;
  readonly started_at: string;
  /** When the plan ends; null: it renews. */
  readonly ends_at: string | null;
  readonly period_start: string;
  readonly period_end: string;
  readonly used: number;
  readonly active: boolean;
}

export interface Account {
  readonly email: string;
  /** Whether the user has shown that the address is theirs. */
  readonly email_verified: boolean;
  /** False for users of the identity provider; absent: true. */
  readonly has_password?: boolean;
  readonly role: 'user' | 'admin';
  /** The oldest of the API keys; null: there is none that can be shown. */
  readonly api_key: string | null;
  readonly created_at: string;
  readonly suspended: boolean;
  readonly subscription: Subscription | null;
}

export const SCOPES = ['analyse', 'search', 'enrol', 'manage', 'liveness'] as const;
export type Scope = (typeof SCOPES)[number];

/** What is requested of a new API key; without scopes: everything. */
export interface NewApiKey {
  readonly name: string;
  readonly scopes?: readonly Scope[];
  readonly expires_at?: string;
  readonly origins?: readonly string[];
}

export interface ApiKey {
  readonly name: string;
  /** Of the first one; of any other when it is made. */
  readonly api_key: string | null;
  /** Whether it has not expired, and the operator has not changed the secret. */
  readonly works: boolean;
  readonly scopes: readonly Scope[];
  /** null: never. */
  readonly expires_at: string | null;
  /** The web pages that may use it, any if there are none; null: it is not for web pages. */
  readonly origins: readonly string[] | null;
  readonly created_at: string;
  /** To the minute; null: never. */
  readonly last_used_at: string | null;
}

/** With which clients of Amazon Rekognition sign their calls. */
export interface AccessKeyPair {
  readonly access_key_id: string;
  readonly secret_access_key: string;
}

export interface Service {
  readonly sign_up: 'open' | 'closed';
  readonly password_reset: boolean;
  /** The name of the identity provider with which users can log in. */
  readonly identity_provider?: string | null;
  /** Whether this browser has a session; if the service does not say, the page asks for the account. */
  readonly logged_in: boolean;
  readonly mode: string;
  readonly max_image_bytes: number;
  /** Paths of the available sample photos. */
  readonly samples: readonly string[];
  /** Whether visitors may try the operations without an account; absent: they may not. */
  readonly trial?: boolean;
  /** The size limit for images of trial calls, if it is smaller. */
  readonly trial_max_image_bytes?: number | null;
  /** Whether accounts can keep people in collections; absent: they cannot. */
  readonly collections?: boolean;
  /** Whether clients of Amazon Rekognition can call this service. */
  readonly rekognition?: boolean;
}

export interface UsageRow {
  readonly day: string;
  readonly operation: string;
  /** The wire code: '1000' for success. */
  readonly outcome: string;
  readonly calls: number;
}

export interface Quota {
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  readonly period_start: string;
  readonly period_end: string;
}

/** How long the analysed requests in the request log took. */
export interface Latency {
  readonly p95_ms: number;
  readonly requests: number;
}

export interface Usage {
  readonly days: readonly UsageRow[];
  readonly quota: Quota | null;
  readonly latency: Latency | null;
}

export interface LoggedRequest {
  readonly at: string;
  readonly operation: string;
  /** 499: the client left before the response. */
  readonly status: number;
  /** Empty: the client left before the response. */
  readonly code: string;
  readonly ms: number;
  readonly request_id: string;
  /** The name of the API key; null: not known. */
  readonly key: string | null;
}

/** The values that the logged requests have, to filter by. */
export interface RequestFilters {
  readonly operations: readonly string[];
  readonly codes: readonly string[];
  /** Names of API keys. */
  readonly keys: readonly string[];
}

export interface RequestLogPage {
  readonly requests: readonly LoggedRequest[];
  /** null on later pages. */
  readonly filters: RequestFilters | null;
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
  /** 0: this service keeps no request log. */
  readonly kept_days: number;
  readonly kept_requests: number;
}

export interface Rejection {
  readonly at: string;
  readonly operation: string;
  readonly code: string;
  readonly message: string;
}
