import { sql, type Transaction } from 'kysely';
import type { Tables } from '../tables.js';

/** What the two kinds of database write differently. */
interface Dialect {
  /** A key that is counted up. A number is never used twice, so that what is left of a deleted row belongs to no other. */
  readonly numbered: string;
  /** Text that is compared byte by byte, so that a page of a list begins where the one before ended. */
  readonly ordered: string;
  /** Every call updates rows of these tables: free space on their pages saves PostgreSQL the update of indexes. */
  readonly updatedOften: string;
}

const DIALECTS: Readonly<Record<'sqlite' | 'postgres', Dialect>> = {
  sqlite: { numbered: 'integer primary key autoincrement', ordered: 'text', updatedOften: '' },
  postgres: {
    numbered: 'bigint generated always as identity primary key',
    ordered: 'text collate "C"',
    updatedOften: 'with (fillfactor = 60)',
  },
};

/** All tables, described in `tables.ts`. */
export async function createTables(tx: Transaction<Tables>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  for (const statement of [
    ...usersAndAccounts(DIALECTS[dialect]),
    ...metering(DIALECTS[dialect]),
    ...logs(),
    ...collections(DIALECTS[dialect]),
    // On PostgreSQL, it needs an extension, and is created when collections are turned on.
    ...(dialect === 'sqlite' ? faces() : []),
  ])
    await sql.raw(statement).execute(tx);
}

const usersAndAccounts = ({ updatedOften }: Dialect): string[] => [
  `create table users (
    id text primary key,
    email text not null unique,
    password_hash text not null default '',
    email_verified integer not null default 0,
    created_at bigint not null default 0
  )`,
  `create table session (
    token text primary key,
    user_id text not null references users (id) on delete cascade,
    expires_at bigint not null,
    created_at bigint not null,
    ends_at bigint
  )`,
  'create index session_of_user on session (user_id)',
  'create index session_by_expiry on session (expires_at)',
  `create table identity (
    issuer text not null,
    subject text not null,
    user_id text not null references users (id) on delete cascade,
    created_at bigint not null,
    constraint identity_key primary key (issuer, subject)
  )`,
  'create index identity_of_user on identity (user_id)',
  `create table mailed_link (
    hash text primary key,
    user_id text not null references users (id) on delete cascade,
    expires_at bigint not null
  )`,
  'create index mailed_link_of_user on mailed_link (user_id)',
  'create table login_attempt (key text primary key, count integer not null, last_request bigint not null)',
  `create table account (
    id text primary key,
    user_id text unique references users (id) on delete cascade,
    label text not null,
    role text not null,
    created_at bigint not null,
    suspended_at bigint,
    tat double precision not null default 0,
    deleted_at bigint,
    email_hash text
  ) ${updatedOften}`,
  'create index account_by_email_hash on account (email_hash)',
  'create index account_by_deletion on account (deleted_at)',
  // Those of users are unique by their addresses.
  'create unique index service_account_by_name on account (label) where user_id is null and deleted_at is null',
  `create table api_key (
    lookup_hash text primary key,
    account_id text not null references account (id) on delete cascade,
    name text not null default 'default',
    sealed text not null,
    created_at bigint not null,
    last_used_at bigint,
    access_key_id text,
    scopes text,
    expires_at bigint,
    origins text,
    constraint api_key_by_name unique (account_id, name)
  )`,
  // Both databases allow any number of nulls.
  'create unique index api_key_by_access_key on api_key (access_key_id)',
  `create table subscription (
    account_id text primary key references account (id) on delete cascade,
    plan text not null,
    started_at bigint not null,
    ends_at bigint
  )`,
];

const metering = ({ updatedOften }: Dialect): string[] => [
  `create table period_usage (
    account_id text not null references account (id) on delete cascade,
    period_start bigint not null,
    period_end bigint not null,
    used bigint not null,
    carried bigint not null default 0,
    constraint period_usage_key primary key (account_id, period_start)
  ) ${updatedOften}`,
  'create index period_usage_by_end on period_usage (period_end)',
  // No foreign key: checking it would lock the account's row at every call, and the rows expire by themselves.
  `create table reservation (
    id text primary key,
    account_id text not null,
    period_start bigint not null,
    period_end bigint not null,
    expires_at bigint not null,
    calls integer not null default 1
  )`,
  'create index reservation_of_account on reservation (account_id)',
  `create table usage_day (
    account_id text not null references account (id) on delete cascade,
    day text not null,
    operation text not null,
    outcome text not null,
    calls bigint not null,
    constraint usage_day_key primary key (account_id, day, operation, outcome)
  ) ${updatedOften}`,
  'create index usage_by_day on usage_day (day)',
  `create table rejection (
    id text primary key,
    account_id text not null references account (id) on delete cascade,
    at bigint not null,
    operation text not null,
    code text not null
  )`,
  'create index rejection_of_account on rejection (account_id, at)',
];

const logs = (): string[] => [
  // No foreign key, for the same reason.
  `create table request_log (
    account_id text not null,
    at bigint not null,
    id text not null,
    operation text not null,
    status integer not null,
    code text not null,
    ms integer not null,
    request_id text not null,
    key_name text,
    constraint request_log_key primary key (account_id, at, id)
  )`,
  'create index request_log_by_time on request_log (at)',
  `create table audit (
    id text primary key,
    at bigint not null,
    actor text not null,
    action text not null,
    account_id text not null,
    detail text not null
  )`,
  'create index audit_by_time on audit (at, id)',
  'create index audit_of_account on audit (account_id, at)',
  'create table liveness_session (id text primary key, account_id text not null, expires_at bigint not null)',
  'create index liveness_session_of_account on liveness_session (account_id, expires_at)',
  'create index liveness_session_by_expiry on liveness_session (expires_at)',
  `create table liveness_attempt (
    account_id text not null,
    person text not null,
    failures integer not null,
    since bigint not null,
    last_at bigint not null,
    pause_ms bigint not null,
    primary key (account_id, person)
  )`,
  'create index liveness_attempt_by_time on liveness_attempt (last_at)',
];

const collections = ({ numbered, ordered }: Dialect): string[] => [
  `create table collection (
    number ${numbered},
    account_id text references account (id) on delete cascade,
    id ${ordered},
    model text,
    people bigint not null default 0,
    faces bigint not null default 0,
    next_face bigint not null default 1,
    created_at bigint not null
  )`,
  'create unique index collection_of_account on collection (account_id, id)',
  `create table collection_person (
    number ${numbered},
    collection bigint not null references collection (number) on delete cascade,
    id ${ordered} not null,
    display_name text,
    metadata text,
    consent text,
    expires_at bigint,
    faces bigint not null default 0,
    created_at bigint not null
  )`,
  'create unique index collection_person_by_id on collection_person (collection, id)',
  'create index collection_person_by_expiry on collection_person (expires_at) where expires_at is not null',
];

const faces = (): string[] => [
  // Without rowid: the rows of a collection lie beside each other, in the order in which they are loaded.
  `create table collection_face (
    collection bigint not null,
    number bigint not null,
    person bigint not null references collection_person (number) on delete cascade,
    model text not null,
    sealed blob not null,
    created_at bigint not null,
    constraint collection_face_key primary key (collection, number)
  ) without rowid`,
  'create index collection_face_of_person on collection_face (person)',
];
