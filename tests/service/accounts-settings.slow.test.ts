import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openMailBox } from './mail-box.js';
import { accountIn, PortalBrowser } from './portal-browser.js';
import { startService } from './started-service.js';

const EMAIL = 'ada@example.org';
const PASSWORD = 'correct horse battery';
const NEXT = 'staple after staple';

describe('A restart', () => {
  it('keeps accounts, API keys and log-ins', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'facet-restart-'));
    try {
      const first = await startService({ FACET_DATA_DIR: folder });
      const browser = new PortalBrowser(first.url);
      const before = accountIn(await browser.post('/account/sign-up', { email: EMAIL, password: PASSWORD }));
      expect(await first.stop()).toBe(0);
      const second = await startService({ FACET_DATA_DIR: folder });
      expect(accountIn(await browser.moved(second.url).get('/account'))).toEqual(before);
      expect(await second.stop()).toBe(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('FACET_SIGN_UP=closed', () => {
  it('leaves the making of accounts to the operator', async () => {
    const service = await startService({ FACET_SIGN_UP: 'closed' });
    const browser = new PortalBrowser(service.url);
    expect((await browser.get('/account/service')).body.data['sign_up']).toBe('closed');
    const rejected = await browser.post('/account/sign-up', { email: EMAIL, password: PASSWORD });
    expect(rejected).toMatchObject({ status: 403, body: { code: '4006' } });
    const made = await service.admin('accounts', 'create', EMAIL, '--json');
    const [, password] = /"password":\s*"([^"]+)"/.exec(made) ?? [];
    expect(accountIn(await browser.post('/account/log-in', { email: EMAIL, password })).email).toBe(EMAIL);
    await service.stop();
  });
});

describe('A mail server', () => {
  it('lets people reset their password by a link', async () => {
    const mail = await openMailBox();
    const service = await startService({
      FACET_SMTP_URL: mail.url,
      FACET_MAIL_FROM: 'Facet <no-reply@faces.example>',
      FACET_PUBLIC_URL: 'https://faces.example',
    });
    const browser = new PortalBrowser(service.url, 'https://faces.example');
    expect((await browser.get('/account/service')).body.data['password_reset']).toBe(true);
    await browser.post('/account/sign-up', { email: EMAIL, password: PASSWORD });
    expect(browser.cookie).toMatch(/^__Host-/);
    expect((await browser.post('/account/password-reset', { email: EMAIL })).status).toBe(200);
    const source = (await mail.first()).replace(/=\n/g, '').replaceAll('=3D', '=');
    expect(source).toMatch(/^To: ada@example\.org$/m);
    const [, token] = /https:\/\/faces\.example\/#\/reset\?token=([\w-]+)/.exec(source) ?? [];
    const confirm = { token, new: NEXT };
    expect((await browser.post('/account/password-reset/confirm', confirm)).status).toBe(200);
    expect((await browser.post('/account/password-reset/confirm', confirm)).body.code).toBe('2010');
    expect((await browser.get('/account')).body.code).toBe('4010');
    expect((await browser.post('/account/log-in', { email: EMAIL, password: NEXT })).status).toBe(200);
    await service.stop();
    await mail.close();
  });
});
