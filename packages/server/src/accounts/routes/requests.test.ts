import { afterEach, expect, it } from 'vitest';
import { ADA, EVE } from '../users/users.test.fixture.js';
import type { EndedRequest } from '../../http/plugins/observability.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { runAccountApp, type AccountApp } from './account-app.test.fixture.js';
import { PortalVisit } from './portal-visit.test.fixture.js';

interface Shown {
  readonly requests: readonly Readonly<Record<string, unknown>>[];
  readonly next: string | null;
}

onBothDatabases('the request log of the account API', (open) => {
  let app: AccountApp;
  afterEach(() => app.close());

  const signUp = async (credentials = ADA): Promise<{ visit: PortalVisit; accountId: string }> => {
    const visit = new PortalVisit(app.url);
    await visit.post('/account/sign-up', credentials);
    const accountId = (await app.store.named(credentials.email))?.id ?? '';
    return { visit, accountId };
  };

  const log = async (accountId: string, count: number, rest: Partial<EndedRequest> = {}): Promise<void> => {
    for (let n = 0; n < count; n += 1)
      app.requestLog.add(accountId, {
        at: Date.now() - count + n,
        operation: '/get_image_attr',
        status: 200,
        code: '1000',
        ms: 120,
        requestId: `request-${n}`,
        keyHashes: [],
        ...rest,
      });
    await app.requestLog.write();
  };

  it('shows pages of the own requests, and what is kept', async () => {
    app = await runAccountApp(await open());
    const { visit, accountId } = await signUp();
    const other = await signUp(EVE);
    await log(accountId, 120);
    await log(other.accountId, 1, { requestId: 'of-eve' });

    const shown: unknown[] = [];
    let path = '/account/requests';
    for (let pages = 0; pages < 4 && path !== ''; pages += 1) {
      const response = await visit.get(path);
      expect(response).toMatchObject({ status: 200, data: { kept_days: 7, kept_requests: 1000 } });
      const { requests, next } = response.data as unknown as Shown;
      shown.push(...requests.map(({ request_id }) => request_id));
      path = next === null ? '' : `/account/requests?before=${next}`;
    }
    expect(shown).toEqual(Array.from({ length: 120 }, (_, n) => `request-${119 - n}`));
    const first = (await visit.get('/account/requests')).data as unknown as Shown;
    expect(first.requests[0]).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
      operation: '/get_image_attr',
      status: 200,
      code: '1000',
      ms: 120,
      request_id: 'request-119',
      key: null,
    });
    expect((await visit.get('/account/usage')).data['latency']).toEqual({ p95_ms: 120, requests: 120 });
    expect((await other.visit.get('/account/requests')).data).toMatchObject({
      requests: [{ request_id: 'of-eve' }],
      next: null,
    });
  });

  it('shows those that failed alone', async () => {
    app = await runAccountApp(await open());
    const { visit, accountId } = await signUp();
    await log(accountId, 3);
    await log(accountId, 1, { code: '4291', status: 429, requestId: 'rejected' });
    const { requests } = (await visit.get('/account/requests?failed=1')).data as unknown as Shown;
    expect(requests.map(({ request_id }) => request_id)).toEqual(['rejected']);
  });

  it('names the API key of each request, and filters by operation, code and key', async () => {
    const database = await open();
    app = await runAccountApp(database);
    const { visit, accountId } = await signUp();
    await visit.post('/account/api-keys', { name: 'Camera & door' });
    const keys = await database.db.selectFrom('api_key').select(['name', 'lookup_hash']).execute();
    const hashOf = (name: string): string => keys.find((key) => key.name === name)?.lookup_hash ?? '';
    await log(accountId, 1, { requestId: 'a', keyHashes: [hashOf('Camera & door'), 'fallback'] });
    await log(accountId, 1, {
      requestId: 'b',
      operation: '/match_faces',
      code: '3001',
      status: 422,
      keyHashes: ['other', hashOf('default')],
    });
    await log(accountId, 1, { requestId: 'c', code: '', status: 499, keyHashes: ['revoked'] });
    const shown = async (query: string): Promise<unknown[]> => {
      const { requests } = (await visit.get(`/account/requests?${query}`)).data as unknown as Shown;
      return requests.map(({ request_id, key }) => [request_id, key]);
    };
    expect((await visit.get('/account/requests')).data['filters']).toEqual({
      operations: ['/get_image_attr', '/match_faces'],
      codes: ['', '1000', '3001'],
      keys: ['Camera & door', 'default'],
    });
    expect(await shown('key=Camera%20%26%20door')).toEqual([['a', 'Camera & door']]);
    expect(await shown('key=default')).toEqual([['b', 'default']]);
    expect(await shown('operation=%2Fmatch_faces')).toEqual([['b', 'default']]);
    expect(await shown('code=')).toEqual([['c', null]]);
    expect(await shown('code=1000&key=default')).toEqual([]);
  });

  it.each([
    'before=',
    'before=1',
    "before=1-'or",
    'before=1-a&before=1-b',
    'failed=0',
    'failed=yes',
    'key=a&key=b',
    `operation=${'x'.repeat(201)}`,
  ])('gets an error for %s', async (query) => {
    app = await runAccountApp(await open());
    const { visit } = await signUp();
    expect(await visit.get(`/account/requests?${query}`)).toMatchObject({ status: 400, code: '2002' });
  });

  it('requires a session', async () => {
    app = await runAccountApp(await open());
    expect((await new PortalVisit(app.url).get('/account/requests')).code).toBe('4010');
  });
});
