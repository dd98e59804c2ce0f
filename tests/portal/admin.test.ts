import { describe, expect, it } from 'vitest';
import { axeFindings, axeFindingsInBothColours, overflow } from './axe.js';
import { DESKTOP } from './devices.js';
import { signUp, PASSWORD } from './sign-up.js';
import { followMain, heading, seen } from './navigation.js';
import { codeOfCall } from './operations.js';
import { usePortal } from './portal.js';

const portal = usePortal();
const VIEWS = [
  ['/admin', 'Accounts'],
  ['/admin/plans', 'Plans'],
  ['/admin/usage', 'Usage of all accounts'],
  ['/admin/health', 'Service health'],
  ['/admin/audit', 'Audit log'],
] as const;

describe.each(DESKTOP)('admin pages on a %s', (device) => {
  it('is not for other users', async () => {
    const visit = await portal.open(device);
    await signUp(visit, 'free');
    await visit.go('/admin');
    await seen(visit, 'For admins only');
    expect(await visit.page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0);
  });

  it('finds an account, suspends it, changes its plan, and records who did it', async () => {
    const { email, apiKey } = await signUp(await portal.open(device), 'free');
    const visit = await portal.open(device);
    const { page } = visit;
    const boss = await signUp(visit);
    const { url, admin } = portal.service();
    await admin('admins', 'make', boss.email, '--vouch');
    await page.reload();

    await followMain(visit, 'Admin');
    await heading(visit, 'Accounts');
    await page.getByLabel('Search', { exact: true }).fill(email.slice(0, 12));
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: email }).click();
    await heading(visit, email);
    // The search is still there after going back.
    await page.goBack();
    await heading(visit, 'Accounts');
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe(email.slice(0, 12));
    await page.getByRole('link', { name: email }).click();
    await heading(visit, email);
    const dialog = page.getByRole('dialog');

    await page.getByRole('button', { name: 'Suspend …' }).click();
    await dialog.getByLabel('Your password', { exact: true }).fill('not the password');
    await dialog.getByRole('button', { name: 'Suspend account' }).click();
    await dialog.getByText('Enter a reason.').waitFor();
    await dialog.getByLabel('Reason', { exact: true }).fill('Calls from a stolen key');
    await dialog.getByRole('button', { name: 'Suspend account' }).click();
    await dialog.getByText('The current password is wrong.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Suspend account' }).click();
    await seen(visit, `${email} is suspended.`);
    expect(await codeOfCall(url, apiKey)).toBe('4005');
    await page.getByRole('definition').filter({ hasText: 'Calls from a stolen key' }).waitFor();
    await page.getByRole('button', { name: 'Lift suspension …' }).click();
    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Lift suspension' }).click();
    await seen(visit, `${email} is no longer suspended.`);

    await page.getByRole('button', { name: 'Set plan …' }).click();
    await dialog.getByLabel('Plan', { exact: true }).selectOption('unlimited');
    await dialog.getByLabel('Last day (UTC)').fill('2020-01-01');
    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Set plan' }).click();
    await dialog.getByText('Enter today or a later date.').waitFor();
    await dialog.getByLabel('Last day (UTC)').fill('2090-01-31');
    await dialog.getByRole('button', { name: 'Set plan' }).click();
    await seen(visit, `The plan of ${email} is set.`);
    await page.getByText('unlimited until 2090-02-01').waitFor();
    expect(await codeOfCall(url, apiKey)).toBe('1000');

    await page.getByRole('button', { name: 'End plan …' }).click();
    await dialog.getByLabel('When').selectOption('now');
    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'End plan' }).click();
    await seen(visit, `The end of the plan of ${email} is set.`);
    expect(await codeOfCall(url, apiKey)).toBe('4004');

    await visit.go('/admin/audit');
    await heading(visit, 'Audit log');
    const rows = page.getByRole('region', { name: 'Changes, newest first' }).locator('tbody tr');
    await rows.first().waitFor();
    expect(await rows.first().textContent()).toContain(`${boss.email}Plan ended${email}`);
    expect(await page.getByText(apiKey).count()).toBe(0);
  });

  it('sets no plan before one is chosen, and says why there is none to choose', async () => {
    const { email } = await signUp(await portal.open(device));
    const visit = await portal.open(device);
    const { page, go } = visit;
    const boss = await signUp(visit);
    await portal.service().admin('admins', 'make', boss.email, '--vouch');
    await page.reload();
    await page.route('**/admin/plans', (route) => route.abort());
    const granted: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/admin/plans/grant')) granted.push(request.postData() ?? '');
    });

    await go('/admin');
    await page.getByRole('link', { name: email }).click();
    await page.getByRole('button', { name: 'Set plan …' }).click();
    const dialog = page.getByRole('dialog');
    const submit = dialog.getByRole('button', { name: 'Set plan' });
    await dialog.getByText('The service cannot be reached').waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await dialog.getByLabel('Your password', { exact: true }).press('Enter');

    await page.unroute('**/admin/plans');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    const plan = dialog.getByLabel('Plan', { exact: true });
    await plan.waitFor();
    expect(await plan.inputValue()).toBe('');
    expect(await submit.isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await plan.selectOption('unlimited');
    await submit.click();
    await seen(visit, `The plan of ${email} is set.`);
    expect(granted).toHaveLength(1);
    expect(granted[0]).toContain('"plan":"unlimited"');
  });

  it('has no finding and fits the screen', async () => {
    const visit = await portal.open(device, { reducedMotion: 'reduce' });
    const { page, go } = visit;
    const { email } = await signUp(visit, 'free');
    await portal.service().admin('admins', 'make', email, '--vouch');
    await page.reload();
    for (const [view, name] of VIEWS) {
      await go(view);
      await heading(visit, name);
      await page.waitForLoadState('networkidle');
      expect(await axeFindingsInBothColours(page), view).toEqual([]);
      expect(await overflow(page), view).toBeLessThanOrEqual(0);
    }
    await go('/admin');
    await page.getByRole('link', { name: email }).click();
    await heading(visit, email);
    await page.getByRole('button', { name: 'Set plan …' }).waitFor();
    expect(await axeFindingsInBothColours(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});
