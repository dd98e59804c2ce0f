import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Device } from './devices.js';
import { exampleUsage } from './example-usage.js';
import { launch } from './launch.js';
import { becomeMember } from './members.js';
import { startService } from './started-service.js';
import { visit, type Visit } from './visit.js';

const IMAGES = fileURLToPath(new URL('../../../docs/images', import.meta.url));
const JPEG_QUALITY = 82;

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
  await becomeMember(member, 'free');
  await member.go('/account');
  await member.page.getByRole('heading', { name: 'User id' }).waitFor();
  await take(member, 'portal-account');

  const usage = await open('desktop', { colorScheme: 'dark' });
  await becomeMember(usage, 'starter');
  await usage.page.route('**/account/usage*', (route) => route.fulfill({ json: exampleUsage(Date.now()) }));
  await usage.go('/usage');
  await usage.page.getByText('The same as a table').waitFor();
  await take(usage, 'portal-usage');
}

async function take({ page }: Visit, name: string): Promise<void> {
  const path = join(IMAGES, `${name}.jpg`);
  await page.screenshot({ path, type: 'jpeg', quality: JPEG_QUALITY });
  console.log(path);
}
