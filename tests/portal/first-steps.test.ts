import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { axeFindings, overflow } from './axe.js';
import { PHONE } from './devices.js';
import { newEmail, PASSWORD } from './sign-up.js';
import { followMain, heading, seen } from './navigation.js';
import { codeOfCall } from './operations.js';
import { ANALYSIS_MS } from './playground-photos.js';
import { usePortal } from './portal.js';

const portal = usePortal();

/** Runs a command line as somebody would who pastes it, in an empty folder. */
async function runInShell(command: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-first-call-'));
  try {
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ code: '1000' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe.each(PHONE)('first steps on a %s', (device) => {
  it('lead from the start page to an API key that works, and to its usage', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { url } = portal.service();

    await go('/');
    await heading(visit, 'Photos in, numbers out.');
    await page.getByRole('link', { name: 'Get an API key' }).click();

    await heading(visit, 'Sign up');
    await page.getByLabel('Email').fill(newEmail());
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();

    // The command works as it is pasted, and the page hears of it; the key in it is masked on the page.
    await heading(visit, 'Welcome');
    await seen(visit, 'Waiting for your first call …');
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await page.getByText(/fct_/).count()).toBe(0);
    await page.getByRole('button', { name: 'Copy First call' }).click();
    await seen(visit, 'Copied First call.');
    await runInShell(await page.evaluate(() => navigator.clipboard.readText()));
    await seen(visit, 'Your first call arrived');
    await page.getByRole('link', { name: 'Open the playground' }).click();

    await heading(visit, 'Playground');
    // A sample photo is analysed already; its address is plain, so that a reload does not analyse it again.
    await page.getByRole('tab', { name: /^Faces \(\d+\)$/ }).waitFor({ timeout: ANALYSIS_MS });
    await seen(visit, /1 call made/);
    expect(new URL(page.url()).hash).toBe('#/playground/faces');
    await followMain(visit, 'Plans');
    await seen(visit, 'Your plan');
    await page.getByRole('button', { name: 'Change to Starter …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change to Starter' }).click();
    await seen(visit, 'You are on Starter');
    await page.getByRole('button', { name: 'Copy your API key' }).click();
    await seen(visit, 'Copied your API key.');
    const apiKey = await page.evaluate(() => navigator.clipboard.readText());
    expect(apiKey).toMatch(/^fct_\S{32}$/);

    await followMain(visit, 'API keys');
    await heading(visit, 'API keys');
    const shown = page.getByRole('status', { name: 'API key “default”' });
    await page.getByRole('button', { name: 'Copy API key “default”' }).click();
    await seen(visit, 'Copied API key “default”.');
    expect(await page.getByText(/^Copied/).count()).toBe(1);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(apiKey);
    expect(await shown.textContent()).not.toContain(apiKey);
    await page.getByRole('button', { name: 'Reveal API key “default”' }).click();
    expect(await shown.textContent()).toBe(apiKey);
    expect(await codeOfCall(url, apiKey)).toBe('1000');

    await page.getByRole('button', { name: 'Create API key' }).click();
    await seen(visit, 'Enter a name.');
    await page.getByLabel('Name', { exact: true }).fill('default');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await seen(visit, 'You already have an API key with this name.');
    await page.getByLabel('Name', { exact: true }).fill('laptop');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await seen(visit, 'Created the API key “laptop”.');
    await page.getByText(/never used/).waitFor();
    await page.getByRole('button', { name: 'Reveal API key “laptop”' }).click();
    const second = await page.getByRole('status', { name: 'API key “laptop”' }).textContent();
    expect(second).not.toBe(apiKey);
    await page.getByRole('button', { name: 'Revoke API key “default” …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await seen(visit, 'The API key “default” no longer works.');
    await shown.waitFor({ state: 'detached' });
    expect(await codeOfCall(url, apiKey)).toBe('4002');
    expect(await codeOfCall(url, second ?? '')).toBe('1000');
    await page.reload();
    await page.getByText(/last used/).waitFor();

    await followMain(visit, 'Usage');
    await heading(visit, 'Usage');
    await page.getByRole('heading', { name: '996 calls left' }).waitFor();
    await seen(visit, '4 calls analysed');
    await page.getByText('Show as a table').click();
    const row = page.getByRole('table').first().getByRole('row').nth(1);
    expect(await row.getByRole('cell').allTextContents()).toEqual(['4', '4']);
  });

  it('show what is wrong with a form', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await go('/sign-up');
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await seen(visit, /Enter a valid email address/);
    await seen(visit, /at least 10 characters/);
    const email = page.getByLabel('Email');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await email.evaluate((input) => input === document.activeElement)).toBe(true);
  });
});
