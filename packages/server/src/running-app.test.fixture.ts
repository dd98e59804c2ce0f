import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { copySqliteTemplate } from './db/databases.test.fixture.js';
import type { Accounts } from './accounts/open-accounts.js';
import { buildApp } from './boot/app.js';
import type { Collections } from './people/collections.js';
import { readConfig } from './boot/config/config.js';
import { accountsOf, collectionsOf } from './boot/open-configured.js';
import { BrowserFiles } from './http/pages/browser-files.js';
import { placeholderPortal } from './http/pages/portal-pages.js';
import type { ServedRoute } from './http/route.js';
import { createLogger } from './observe/logger.js';
import type { ReadinessCheck } from './work/readiness.js';
import { FakeEngine } from './fake-engine.test.fixture.js';

export const API_KEY = 'tested-user-id';
export const OTHER_API_KEY = 'another-user-id';

export interface RunningApp {
  readonly url: string;
  readonly port: number;
  readonly engine: FakeEngine;
  readonly accounts: Accounts;
  readonly collections: Collections;
  /** Everything that was logged so far. */
  readonly log: () => string;
  readonly routes: readonly ServedRoute[];
  readonly openApi: () => unknown;
  readonly cancelRequests: () => void;
  readonly close: () => Promise<void>;
}

/** An account that nobody logs in to, with an API key that the test knows. */
export interface TestedUser {
  readonly apiKey: string;
  /** None: the account has no subscription. */
  readonly plan?: string;
  /** The end of the subscription, milliseconds since 1970. */
  readonly endsAt?: number;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly users?: readonly TestedUser[];
  readonly checks?: readonly ReadinessCheck[];
}

const USERS: readonly TestedUser[] = [
  { apiKey: API_KEY, plan: 'unlimited' },
  { apiKey: OTHER_API_KEY, plan: 'unlimited' },
];

async function addUser({ database, apiKeys }: Accounts, id: string, user: TestedUser): Promise<void> {
  const now = Date.now();
  await database.db
    .insertInto('account')
    .values({ id, user_id: null, label: id, role: 'user', created_at: now, suspended_at: null })
    .execute();
  await apiKeys.replace(id, user.apiKey);
  if (user.plan === undefined) return;
  await database.db
    .insertInto('subscription')
    .values({ account_id: id, plan: user.plan, started_at: now - 86_400_000, ends_at: user.endsAt ?? null })
    .execute();
}

/** The whole service on a free port, with real HTTP and a fake engine. */
export async function runApp({ env = {}, users = USERS, checks = [] }: RunOptions = {}): Promise<RunningApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'facet-app-'));
  await copySqliteTemplate(dataDir);
  const config = readConfig({
    env: { FACET_DATA_DIR: dataDir, ...env },
    platform: 'linux',
    homeDir: '/nowhere',
  });
  const onFault = (message: string, cause: unknown): void => {
    throw new Error(message, { cause });
  };
  const accounts = await accountsOf(config, onFault);
  const collections = await collectionsOf(config, accounts, onFault);
  for (const [n, user] of users.entries()) await addUser(accounts, `account-${n}`, user);
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const engine = new FakeEngine();
  const shutdown = new AbortController();
  const { app, openApi } = await buildApp({
    config,
    accounts,
    collections,
    pages: placeholderPortal(),
    browserFiles: new BrowserFiles(),
    engine: { ready: () => Promise.resolve(engine), liveWorkers: () => engine.load().workers },
    concurrency: 2,
    checks,
    logger: createLogger('trace', sink),
    stopping: new AbortController().signal,
    shutdown: shutdown.signal,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await app.close();
    await collections.close();
    await accounts.close();
    await rm(dataDir, { recursive: true });
  };
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    engine,
    accounts,
    collections,
    log: () => lines.join(''),
    routes: app.routes(),
    openApi: () => openApi.document(),
    cancelRequests: () => {
      shutdown.abort();
    },
    close: () => (closed ??= close()),
  };
}
