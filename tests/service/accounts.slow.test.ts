import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postForm, type ServiceResponse } from './calls.js';
import { threePeople } from './photos.js';
import { accountIn, PortalBrowser } from './portal-browser.js';
import { startService, type StartedService } from './started-service.js';

let service: StartedService;
let people = 0;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const PASSWORD = 'correct horse battery';

async function newPerson(): Promise<{ browser: PortalBrowser; email: string; apiKey: string }> {
  const browser = new PortalBrowser(service.url);
  const email = `person-${++people}@example.org`;
  const { api_key: apiKey } = accountIn(
    await browser.post('/account/sign-up', { email, password: PASSWORD }),
  );
  return { browser, email, apiKey };
}

const detect = async (apiKey: string): Promise<ServiceResponse> =>
  postForm(`${service.url}/get_image_attr`, { image_attr: await threePeople() }, { user_id: apiKey });

describe('A person', () => {
  it('signs up, chooses a plan, calls, and sees the usage', async () => {
    const { browser, apiKey } = await newPerson();
    expect((await detect(apiKey)).body.code).toBe('4003');

    const subscribed = accountIn(await browser.post('/account/subscription', { plan: 'free' }));
    expect(subscribed.subscription).toMatchObject({ plan: { id: 'free' }, used: 0, active: true });
    const called = await detect(apiKey);
    expect(called.body.code).toBe('1000');
    expect(called.headers.get('x-quota-limit')).toBe('1000');
    expect(called.headers.get('x-quota-remaining')).toBe('999');

    const { data } = (await browser.get('/account/usage')).body;
    expect(data['quota']).toMatchObject({ limit: 1000, used: 1, remaining: 999 });
    expect(data['days']).toContainEqual(expect.objectContaining({ outcome: '1000', calls: 1 }));
    expect(accountIn(await browser.get('/account')).subscription?.used).toBe(1);
  });

  it('sees within a moment why calls were rejected', async () => {
    const { browser, apiKey } = await newPerson();
    await detect(apiKey);
    await expect
      .poll(async () => (await browser.get('/account/rejections')).body.data['rejections'])
      .toEqual([
        expect.objectContaining({ code: '4003', message: 'The account has no subscription to a plan.' }),
      ]);
  });

  it('replaces the API key: the old one is dead at once', async () => {
    const { browser, apiKey } = await newPerson();
    await browser.post('/account/subscription', { plan: 'free' });
    expect((await detect(apiKey)).body.code).toBe('1000');
    const { api_key: fresh } = accountIn(await browser.post('/account/api-keys/replace'));
    expect((await detect(apiKey)).body.code).toBe('4002');
    expect((await detect(fresh)).body.code).toBe('1000');
  });

  it('exchanges an API key without an outage: adds one, then revokes the old', async () => {
    const { browser, apiKey } = await newPerson();
    await browser.post('/account/subscription', { plan: 'free' });
    const { data } = (await browser.post('/account/api-keys', { name: 'next' })).body;
    const [old, next] = data['api_keys'] as readonly { name: string; api_key: string }[];
    expect([old?.name, old?.api_key, next?.name]).toEqual(['default', apiKey, 'next']);
    for (const id of [apiKey, next?.api_key ?? '']) expect((await detect(id)).body.code).toBe('1000');
    expect((await browser.post('/account/api-keys/revoke', { name: 'default' })).status).toBe(200);
    expect((await detect(apiKey)).body.code).toBe('4002');
    const called = await detect(next?.api_key ?? '');
    expect(called.body.code).toBe('1000');
    // Both count against the one quota of the account.
    expect(called.headers.get('x-quota-remaining')).toBe('997');
    // It was shown once.
    expect(accountIn(await browser.get('/account')).api_key).toBeNull();
  });

  it('cancels the plan, which holds until the period ends, and takes it back', async () => {
    const { browser, apiKey } = await newPerson();
    await browser.post('/account/subscription', { plan: 'free' });
    const { subscription } = accountIn(await browser.post('/account/subscription/cancel'));
    expect(subscription?.ends_at).toBe(subscription?.period_end);
    expect((await detect(apiKey)).body.code).toBe('1000');
    const resumed = accountIn(await browser.post('/account/subscription', { plan: 'free' }));
    expect(resumed.subscription?.ends_at).toBeNull();
  });

  it('changes the password, which ends all other log-ins', async () => {
    const { browser, email } = await newPerson();
    const other = new PortalBrowser(service.url);
    expect((await other.post('/account/log-in', { email, password: PASSWORD })).status).toBe(200);
    const next = `${PASSWORD} staple`;
    const wrong = await browser.post('/account/password', { current: next, new: next });
    expect(wrong).toMatchObject({ status: 401, body: { code: '4011' } });
    expect((await browser.post('/account/password', { current: PASSWORD, new: next })).status).toBe(200);
    expect((await browser.get('/account')).status).toBe(200);
    expect((await other.get('/account')).body.code).toBe('4010');
    expect((await other.post('/account/log-in', { email, password: PASSWORD })).body.code).toBe('4011');
    expect((await other.post('/account/log-in', { email, password: next })).status).toBe(200);
  });

  it('deletes the account, and everything about it stops', async () => {
    const { browser, email, apiKey } = await newPerson();
    await browser.post('/account/subscription', { plan: 'free' });
    expect((await detect(apiKey)).body.code).toBe('1000');
    const still = browser.moved(service.url);
    expect((await browser.post('/account/delete', { password: PASSWORD })).status).toBe(200);
    expect((await still.get('/account')).body.code).toBe('4010');
    expect((await detect(apiKey)).body.code).toBe('4002');
    expect((await browser.post('/account/log-in', { email, password: PASSWORD })).body.code).toBe('4011');
    expect(await service.admin('accounts', 'list')).not.toContain(email);
  });

  it('who is suspended cannot call, and gets an error that says so', async () => {
    const { browser, email, apiKey } = await newPerson();
    await browser.post('/account/subscription', { plan: 'free' });
    await service.admin('accounts', 'suspend', email);
    expect(await detect(apiKey)).toMatchObject({ status: 403, body: { code: '4005' } });
    expect(accountIn(await browser.get('/account')).suspended).toBe(true);
  });
});

describe('The session', () => {
  it('is a cookie that scripts cannot read, and ends with the log-out', async () => {
    const browser = new PortalBrowser(service.url);
    const response = await browser.post('/account/sign-up', {
      email: 'cookie@example.org',
      password: PASSWORD,
    });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    const copy = browser.moved(service.url);
    await browser.post('/account/log-out');
    expect((await copy.get('/account')).body.code).toBe('4010');
  });

  it('does nothing for the pages of other web sites', async () => {
    const { browser, apiKey } = await newPerson();
    const evil = browser.moved(service.url, 'https://evil.example');
    for (const path of ['/account/api-keys/replace', '/account/log-out', '/account/subscription'])
      expect(await evil.post(path, { plan: 'free' })).toMatchObject({ status: 403, body: { code: '4012' } });
    expect(accountIn(await browser.get('/account'))).toMatchObject({ api_key: apiKey, subscription: null });
  });

  it('is guarded against guessing', async () => {
    const { email } = await newPerson();
    const guesser = new PortalBrowser(service.url);
    const codes: string[] = [];
    for (let n = 0; n < 6; n++)
      codes.push((await guesser.post('/account/log-in', { email, password: `guess number ${n}` })).body.code);
    expect(codes).toEqual([...Array<string>(5).fill('4011'), '4293']);
    const waiting = await guesser.post('/account/log-in', { email, password: PASSWORD });
    expect(waiting.status).toBe(429);
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('An anonymous user', () => {
  it('hears what the service offers, and what it does not', async () => {
    const browser = new PortalBrowser(service.url);
    const { data } = (await browser.get('/account/service')).body;
    expect(data).toMatchObject({ sign_up: 'open', password_reset: false, mode: 'development' });
    const reset = await browser.post('/account/password-reset', { email: 'ada@example.org' });
    expect(reset).toMatchObject({ status: 404, body: { code: '4041' } });
    const { data: offer } = (await browser.get('/account/plans')).body;
    expect((offer['plans'] as { id: string }[]).map(({ id }) => id)).toEqual(['free', 'starter', 'business']);
  });
});

describe('The log', () => {
  it('holds neither addresses nor passwords, cookies or API keys', async () => {
    const { browser, email, apiKey } = await newPerson();
    await browser.post('/account/log-in', { email, password: 'not the right one' });
    await browser.post('/account/sign-up', { email, password: PASSWORD });
    await expect.poll(() => service.log()).toContain('/account/sign-up');
    const [, token = ''] = browser.cookie.split('=');
    for (const secret of [email, PASSWORD, 'not the right one', apiKey, token])
      expect(service.log()).not.toContain(secret);
  });
});
