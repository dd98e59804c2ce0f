import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { ListedUsers } from '../accounts/listed-users.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import { buildApp } from '../app.js';
import { readConfig } from '../config.js';
import type { DeclaredAuth } from '../http/route-auth.js';
import { createLogger } from '../logger.js';
import type { ReadinessCheck } from '../readiness.js';
import { FakeEngine } from './fake-engine.test.fixture.js';

export const USER_ID = 'tested-user-id';
export const OTHER_USER_ID = 'another-user-id';

export interface RunningApp {
  readonly url: string;
  readonly port: number;
  readonly engine: FakeEngine;
  /** Everything that was logged so far. */
  readonly log: () => string;
  readonly routes: readonly DeclaredAuth[];
  readonly openApi: () => unknown;
  readonly cancelRequests: () => void;
  readonly close: () => Promise<void>;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly users?: UserDirectory;
  readonly checks?: readonly ReadinessCheck[];
}

/** The whole service on a free port, with real HTTP and a fake engine. */
export async function runApp({ env = {}, users, checks = [] }: RunOptions = {}): Promise<RunningApp> {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const engine = new FakeEngine();
  const shutdown = new AbortController();
  const app = await buildApp({
    config: readConfig({ env, platform: 'linux', homeDir: '/nowhere' }),
    users:
      users ??
      new ListedUsers([
        { userId: USER_ID, plan: 'test' },
        { userId: OTHER_USER_ID, plan: 'test' },
      ]),
    engine: { ready: () => engine },
    concurrency: 2,
    checks,
    logger: createLogger('trace', sink),
    shutdown: shutdown.signal,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    engine,
    log: () => lines.join(''),
    routes: app.declaredAuths(),
    openApi: () => app.openApi(),
    cancelRequests: () => {
      shutdown.abort();
    },
    close: () => app.close(),
  };
}
