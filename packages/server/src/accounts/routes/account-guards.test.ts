import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer } from '../users/mail-server.test.fixture.js';
import { ADA, NEW_PASSWORD } from '../users/users.test.fixture.js';
import type { Database } from '../../db/database.js';
import { migrate } from '../../db/migrate.js';
import { openDatabase } from '../../db/open-database.js';
import { runAccountApp, type AccountApp, type AccountAppSettings } from './account-app.test.fixture.js';
import { account, PortalVisit } from './portal-visit.test.fixture.js';

let folder: string;
let database: Database;
let app: AccountApp;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-guards-'));
  database = await openDatabase({ dataDir: folder });
  await migrate(database);
});

afterEach(async () => {
  await app.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const begin = async (settings: AccountAppSettings = {}): Promise<PortalVisit> => {
  app = await runAccountApp(database, settings);
  return new PortalVisit(app.url);
};

describe('a request from elsewhere', () => {
  const PUBLIC_URL = 'https://faces.example';

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['nowhere', { origin: 'null' }],
    ['another site by its referrer', { referer: 'https://evil.example/page' }],
    ['another site by the browser’s word', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site by the browser’s word', { 'sec-fetch-site': 'same-site' }],
    ['a page that hides', { 'sec-fetch-site': 'none' }],
  ])('is rejected when it comes from %s', async (_, headers) => {
    const visit = await begin();
    await visit.post('/account/sign-up', ADA);
    for (const path of ['/account/log-out', '/account/api-keys/replace', '/account/log-in']) {
      const answer = await visit.copy(headers).post(path, {});
      expect(answer).toMatchObject({ status: 403, code: '4012' });
    }
    expect((await visit.get('/account')).code).toBe('1000');
  });

  it('is let pass when it names no origin: it is no browser', async () => {
    const visit = await begin();
    await visit.post('/account/sign-up', ADA);
    expect((await visit.copy({}).post('/account/api-keys/replace')).code).toBe('1000');
    expect((await visit.copy({ referer: `${app.url}/` }).post('/account/api-keys/replace')).code).toBe(
      '1000',
    );
  });

  it('is judged by the outside address alone where there is one', async () => {
    await begin({ publicUrl: PUBLIC_URL });
    const inside = new PortalVisit(app.url, { origin: app.url });
    const rejected = await inside.post('/account/sign-up', ADA);
    expect(rejected).toMatchObject({ status: 403, code: '4012' });
    expect(rejected.message).toContain(PUBLIC_URL);
    const outside = new PortalVisit(app.url, { origin: PUBLIC_URL });
    expect((await outside.post('/account/sign-up', ADA)).code).toBe('1000');
    expect(outside.cookie).toMatch(/^__Host-facet_session=/);
    const plain = new PortalVisit(app.url, { origin: 'http://faces.example' });
    expect((await plain.post('/account/log-in', ADA)).code).toBe('4012');
  });

  it('is judged by the host that a trusted proxy passes on', async () => {
    await begin({ trustProxy: true });
    const proxied = { 'x-forwarded-host': 'faces', 'x-forwarded-proto': 'https' };
    const own = new PortalVisit(app.url, { ...proxied, origin: 'https://faces' });
    expect((await own.post('/account/sign-up', ADA)).code).toBe('1000');
    const other = new PortalVisit(app.url, { ...proxied, origin: 'https://evil.example' });
    expect((await other.post('/account/log-in', ADA)).code).toBe('4012');
  });

  it.each(['evil.example', 'evil.example.', '127.0.0.1.evil.example', 'localhost.evil.example'])(
    'is rejected at a name that may be anybody’s, though its origin is the same: %s',
    async (name) => {
      await begin({ trustProxy: true });
      const visit = new PortalVisit(app.url, { 'x-forwarded-host': name, origin: `http://${name}` });
      const rejected = await visit.post('/account/sign-up', ADA);
      expect(rejected).toMatchObject({ status: 403, code: '4012' });
      expect(rejected.message).toContain('FACET_PUBLIC_URL');
    },
  );

  it.each(['localhost', 'portal.localhost:8080', 'facet', '10.1.2.3:8080', '[::1]:8080'])(
    'is let pass at a name that nobody else can have: %s',
    async (name) => {
      await begin({ trustProxy: true });
      const visit = new PortalVisit(app.url, { 'x-forwarded-host': name, origin: `http://${name}` });
      expect((await visit.post('/account/sign-up', ADA)).code).toBe('1000');
    },
  );

  it('may not choose the host of the link in a mail', async () => {
    const mail = await startMailServer();
    try {
      await begin({ publicUrl: PUBLIC_URL, mailUrl: mail.url, trustProxy: true });
      const visit = new PortalVisit(app.url, {
        origin: PUBLIC_URL,
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
      });
      await visit.post('/account/sign-up', ADA);
      const asked = await visit.post('/account/password-reset', { email: ADA.email.toUpperCase() });
      expect(asked).toMatchObject({ status: 200, code: '1000', data: {} });
      const { text } = await mail.next();
      expect(text).not.toContain('evil.example');
      const [, token] = /https:\/\/faces\.example\/#\/reset\?token=(\S+)/.exec(text) ?? [];
      const confirm = { token, new: NEW_PASSWORD };
      expect((await visit.post('/account/password-reset/confirm', confirm)).code).toBe('1000');
      expect(await visit.post('/account/password-reset/confirm', confirm)).toMatchObject({
        status: 400,
        code: '2010',
      });
      expect((await visit.get('/account')).code).toBe('4010');
      const unknown = await visit.post('/account/password-reset', { email: 'nobody@example.org' });
      expect({ ...unknown, headers: null }).toEqual({ ...asked, headers: null });
    } finally {
      await mail.close();
    }
  });
});

describe('a body', () => {
  it.each([
    ['a form', 'email=ada%40example.org', 'application/x-www-form-urlencoded', '2009', 415],
    ['plain text', '{}', 'text/plain', '2009', 415],
    ['a multipart form', '--x--', 'multipart/form-data; boundary=x', '2009', 415],
    ['no JSON', '{', 'application/json', '2006', 400],
    ['nothing', '', 'application/json', '2006', 400],
    ['a list', '[]', 'application/json', '2006', 400],
    ['a string', '"x"', 'application/json', '2006', 400],
    ['null', 'null', 'application/json', '2006', 400],
    ['too large', JSON.stringify({ email: 'x'.repeat(9000) }), 'application/json', '2007', 413],
  ])('that is %s is rejected', async (_, body, type, code, status) => {
    const visit = await begin();
    expect(await visit.send('/account/sign-up', body, { 'content-type': type })).toMatchObject({
      status,
      code,
    });
  });

  it.each([
    ['email', { password: ADA.password }],
    ['email', { ...ADA, email: 'ada' }],
    ['email', { ...ADA, email: 42 }],
    ['email', { ...ADA, email: ['ada@example.org'] }],
    ['email', { ...ADA, email: 'ada@example.org\r\nBcc: eve@example.org' }],
    ['email', { ...ADA, email: `${'a'.repeat(250)}@example.org` }],
    ['password', { email: ADA.email }],
    ['password', { ...ADA, password: 'too short' }],
    ['password', { ...ADA, password: 'x'.repeat(129) }],
    ['password', { ...ADA, password: null }],
    ['password', { ...ADA, password: { length: 20 } }],
  ])('with a wrong %s is rejected by name: %j', async (field, body) => {
    const visit = await begin();
    const answer = await visit.post('/account/sign-up', body);
    expect(answer).toMatchObject({ status: 400, code: '2011', data: { field } });
    expect(answer.message).toMatch(new RegExp(`^The field ${field} must be .*\\.$`));
    expect(answer.message).not.toContain('too short');
  });

  it('may have fields that nobody knows', async () => {
    const visit = await begin();
    const more = { role: 'admin', emailVerified: true, id: 'chosen', name: 'x' };
    const answer = await visit.post('/account/sign-up', { ...ADA, ...more });
    expect(account(answer).role).toBe('user');
  });

  it('that never ends gets its response at the deadline', async () => {
    await begin({ deadlineMs: 200 });
    const { hostname, port } = new URL(app.url);
    const status = await new Promise((resolve, reject) => {
      const call = httpRequest(
        {
          hostname,
          port,
          path: '/account/log-in',
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': 100 },
        },
        (response) => {
          resolve(response.statusCode);
          call.destroy();
        },
      );
      call.on('error', reject);
      call.write('{"email":');
    });
    expect(status).toBe(504);
  });
});

describe('work that hangs', () => {
  it('gets its response at the deadline', async () => {
    const visit = await begin({
      deadlineMs: 200,
      change: (deps) => ({
        ...deps,
        store: { byId: () => new Promise(() => undefined) },
      }),
    });
    expect(await visit.post('/account/sign-up', ADA)).toMatchObject({ status: 504, code: '5004' });
  });
});

describe('a database that does not respond', () => {
  it('gets "try again"', async () => {
    const visit = await begin();
    await visit.post('/account/sign-up', ADA);
    const gone = await openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', dataDir: folder });
    const broken = await runAccountApp(gone);
    try {
      const there = new PortalVisit(broken.url, { cookie: visit.cookie });
      for (const answer of [await there.get('/account'), await there.post('/account/log-in', ADA)]) {
        expect(answer).toMatchObject({ status: 503, code: '5003' });
        expect(answer.headers.get('retry-after')).toBe('1');
        expect(JSON.stringify(answer)).not.toMatch(/ECONN|127\.0\.0\.1:1/);
      }
    } finally {
      await broken.close();
      await gone.close();
    }
  });
});
