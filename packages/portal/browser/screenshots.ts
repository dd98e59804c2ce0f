import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Device } from './devices.js';
import { exampleUsage } from './example-usage.js';
import { launch } from './launch.js';
import { becomeMember } from './members.js';
import { ANALYSIS_MS, canvas, clickImageAt, facesOn, SAME_WOMAN, takeSample } from './playground-photos.js';
import { startService } from './started-service.js';
import { visit, type Visit } from './visit.js';

const IMAGES = fileURLToPath(new URL('../../../docs/images', import.meta.url));
const JPEG_QUALITY = 82;
/** What the faces view calls its place for a photo. */
const FACES_PHOTO = 'Photo';

type Open = (device: Device, options?: BrowserContextOptions) => Promise<Visit>;

/** Takes the pictures of the documentation from the running portal. */
export async function makeScreenshots(): Promise<void> {
  await mkdir(IMAGES, { recursive: true });
  const service = await startService();
  try {
    const browser = await launch();
    try {
      await takeAll(opener(browser, service.url));
    } finally {
      await browser.close();
    }
  } finally {
    await service.stop();
  }
}

const opener =
  (browser: Browser, url: string): Open =>
  (device, options) =>
    visit(browser, url, device, { reducedMotion: 'reduce', ...options });

async function takeAll(open: Open): Promise<void> {
  const start = await open('desktop');
  await start.go('/');
  await start.page.waitForLoadState('networkidle');
  await take(start, 'portal-start');

  const member = await open('desktop');
  await becomeMember(member, 'business');
  await member.go('/account/keys');
  await member.page.getByLabel('Name', { exact: true }).fill('nightly job');
  await member.page.getByRole('button', { name: 'Create API key' }).click();
  await member.page.getByRole('heading', { name: 'nightly job' }).waitFor();
  await take(member, 'portal-account');

  await member.go('/playground/faces');
  await takeSample(member.page, FACES_PHOTO, 6);
  await facesOn(canvas(member.page));
  await take(member, 'portal-detect');

  const matching = await open('desktop', { viewport: { width: 1440, height: 900 } });
  await becomeMember(matching, 'business');
  await matching.go('/playground/match');
  await matchSameWoman(matching);
  await take(matching, 'portal-match');

  const phone = await open('phone', { colorScheme: 'dark', deviceScaleFactor: 2 });
  await becomeMember(phone, 'business');
  await phone.go('/playground/faces');
  await takeSample(phone.page, FACES_PHOTO, 3);
  await facesOn(canvas(phone.page));
  await take(phone, 'portal-phone');

  const usage = await open('desktop', { colorScheme: 'dark' });
  await becomeMember(usage, 'starter');
  await usage.page.route('**/account/usage*', (route) => route.fulfill({ json: exampleUsage(Date.now()) }));
  await usage.go('/usage');
  await usage.page.getByText('Show as a table').waitFor();
  await take(usage, 'portal-usage');
}

async function matchSameWoman({ page }: Visit): Promise<void> {
  await takeSample(page, 'First photo', 1);
  await takeSample(page, 'Second photo', 3);
  await facesOn(canvas(page, 0));
  await facesOn(canvas(page, 1));
  await clickImageAt(canvas(page, 0), ...SAME_WOMAN.sample1);
  await clickImageAt(canvas(page, 1), ...SAME_WOMAN.sample3);
  await page.getByText('The same person', { exact: true }).waitFor({ timeout: ANALYSIS_MS });
}

async function take({ page }: Visit, name: string): Promise<void> {
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
  const path = join(IMAGES, `${name}.jpg`);
  await page.screenshot({ path, type: 'jpeg', quality: JPEG_QUALITY });
  console.log(path);
}
