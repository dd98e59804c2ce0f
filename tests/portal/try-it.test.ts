import { describe, expect, it } from 'vitest';
import { axeFindings, overflow } from './axe.js';
import { DESKTOP } from './devices.js';
import { tabTo } from './keyboard.js';
import { photoPath } from './operations.js';
import { usePortal } from './portal.js';
import { signUp } from './sign-up.js';
import type { Visit } from './visit.js';

const portal = usePortal();

const LANGUAGES = ['curl', 'TypeScript', 'Python'];

async function openOperation({ page, go }: Visit, id: string): Promise<void> {
  await go(`/reference/${id}`);
  await page.getByRole('heading', { level: 2, name: 'Try it' }).waitFor();
}

const choosePhoto = ({ page }: Visit, field: string, n: number): Promise<void> =>
  page.getByLabel(`${field}: file`).setInputFiles(photoPath(n));

const send = ({ page }: Visit): Promise<void> => page.getByRole('button', { name: 'Send' }).click();

/** The text of the response that is shown. */
async function response({ page }: Visit): Promise<string> {
  const shown = page.getByRole('region', { name: 'response', exact: true });
  await shown.waitFor();
  return shown.innerText();
}

describe.each(DESKTOP)('on a %s', (device) => {
  it('sends a photo with the parameters of the form, and shows the real response', async () => {
    const visit = await portal.open(device);
    const { page } = visit;
    const { apiKey } = await signUp(visit, 'free');
    await openOperation(visit, 'getImageAttr');
    await send(visit);
    await page.getByText('Choose a photo first.').waitFor();
    await choosePhoto(visit, 'image_attr', 1);
    await page.getByText('Optional parameters (5)').click();
    await page.getByLabel('return_attributes').fill('pose');
    await page.getByLabel('max_faces').fill('1');
    await send(visit);
    const text = await response(visit);
    expect(text).toContain('"code": "1000"');
    expect(text).toContain('"yaw"');
    await page.getByText('POST /get_image_attr?max_faces=1&return_attributes=pose').waitFor();

    // The code makes the same call, in every language, and hides the key.
    for (const language of LANGUAGES) {
      await page.getByRole('tab', { name: language, exact: true }).click();
      const code = await page.getByRole('region', { name: `Request as ${language}` }).innerText();
      expect(code).toContain(portal.service().url);
      expect(code).toContain('max_faces');
      expect(code).toContain('fct_••••••••');
    }
    expect(await page.getByText(apiKey).count()).toBe(0);
    expect(await page.locator('main').innerText()).not.toContain('`');
    await page.getByRole('button', { name: 'Copy Python request with your API key' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(apiKey);

    // The photo is that of the playground, and the error of the service is shown as it is.
    await page.getByLabel('max_faces').fill('many');
    await send(visit);
    await expect.poll(() => response(visit)).toContain('"code": "2002"');
    await page.getByRole('link', { name: 'Code 2002: what it means' }).waitFor();
    await openOperation(visit, 'redact');
    await send(visit);
    await page.getByRole('img', { name: 'The response' }).waitFor();
    await page.getByRole('link', { name: 'Save redact.jpg' }).waitFor();
  });

  it('has forms for people and collections, and for calls without a body', async () => {
    const visit = await portal.open(device);
    const { page } = visit;
    const { apiKey } = await signUp(visit, 'free');
    await openOperation(visit, 'putCollection');
    await send(visit);
    await page.getByText('This field is required.').waitFor();
    await page.getByLabel('collection', { exact: true }).fill('office');
    await send(visit);
    expect(await response(visit)).toContain('"office"');

    await openOperation(visit, 'putPerson');
    await page.getByLabel('collection', { exact: true }).fill('office');
    await page.getByLabel('person', { exact: true }).fill('ada');
    await page.getByText(/^Optional parameters/).click();
    await page.getByLabel('display_name').fill('Ada Lovelace');
    await page.getByLabel('metadata').fill('{"room":');
    await send(visit);
    await page.getByText('This is not JSON.').waitFor();
    await page.getByLabel('metadata').fill('{"room": 12}');
    await send(visit);
    expect(await response(visit)).toContain('"room": 12');

    // The account is asked with the session, and its key is not shown to onlookers.
    await openOperation(visit, 'showAccount');
    await send(visit);
    expect(await response(visit)).toContain('fct_••••••••');
    expect(await page.getByText(apiKey).count()).toBe(0);
  });

  it('works with the keyboard alone, as a visitor, with nothing that axe finds', async () => {
    const visit = await portal.open(device, { colorScheme: 'dark', reducedMotion: 'reduce' });
    const { page } = visit;
    await openOperation(visit, 'getFaceVec');
    await page.getByRole('button', { name: 'Sample photo 1', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /^The chosen photo/ }).waitFor();
    await tabTo(page, 'Send');
    await page.keyboard.press('Enter');
    expect(await response(visit)).toContain('"code": "1000"');
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    await openOperation(visit, 'listCollections');
    await page.getByText('This call needs an API key').waitFor();
    await page.locator('.notice').getByRole('link', { name: 'Sign up' }).waitFor();
  });
});

it('every operation has a form, or another page of the portal makes its calls', async () => {
  const visit = await portal.open('desktop');
  const { page, go } = visit;
  await signUp(visit, 'free');
  await go('/reference');
  const links = page.getByRole('navigation', { name: 'Operations' }).getByRole('link');
  await links.nth(1).waitFor();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const without: string[] = [];
  for (const href of hrefs.slice(1)) {
    await go(href.slice(1));
    await page.locator('.ref-route').waitFor();
    const hasForm = (await page.getByRole('button', { name: 'Send' }).count()) === 1;
    if (!hasForm) without.push(href.replace('#/reference/', ''));
    expect(hasForm || (await page.getByRole('region', { name: 'Request', exact: true }).count()) === 1).toBe(
      true,
    );
  }
  expect(without).toEqual(
    expect.arrayContaining([
      'checkLiveness',
      'importCollection',
      'signUp',
      'deleteAccount',
      'suspendAccount',
    ]),
  );
  expect(without.filter((id) => /^(get|match|compare|redact|list|show|search|enrol|put)/.test(id))).toEqual(
    [],
  );
});
