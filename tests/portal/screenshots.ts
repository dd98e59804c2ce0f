import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Device } from './devices.js';
import { exampleUsage } from './example-usage.js';
import { launchWithCamera, writeFilm } from './camera-film.js';
import { signUp } from './sign-up.js';
import { ANALYSIS_MS, canvas, facesOn, input } from './playground-photos.js';
import { startService } from './started-service.js';
import { visit, type Visit } from './visit.js';

const IMAGES = fileURLToPath(new URL('../../docs/images', import.meta.url));
/** The woman of the sample with one person, as a camera would see her. */
const IN_FRONT_OF_THE_CAMERA = {
  photo: fileURLToPath(new URL('../../packages/portal/public/samples/1-portrait.jpg', import.meta.url)),
  x: 0,
  y: 40,
  side: 440,
  height: 440,
};
const JPEG_QUALITY = 82;
const WIDE = { viewport: { width: 1440, height: 900 } } as const;

type Open = (device: Device, options?: BrowserContextOptions) => Promise<Visit>;

/** `npm run docs:screenshots`: takes the pictures of the documentation from the running portal. */
async function makeScreenshots(): Promise<void> {
  await mkdir(IMAGES, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'facet-screenshots-'));
  const film = join(folder, 'camera.mjpeg');
  const browser = await launchWithCamera(film);
  try {
    await writeFilm(browser, film, IN_FRONT_OF_THE_CAMERA);
    await withService({}, (url) => takeAll(opener(browser, url)));
    await withService({ FACET_COLLECTIONS: '1' }, (url) => takePeople(opener(browser, url)));
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function withService(
  env: Readonly<Record<string, string>>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const service = await startService({ ownSamples: true, env });
  try {
    await work(service.url);
  } finally {
    await service.stop();
  }
}

const opener =
  (browser: Browser, url: string): Open =>
  async (device, options) => {
    const opened = await visit(browser, url, device, { reducedMotion: 'reduce', ...options });
    await opened.context.grantPermissions(['camera'], { origin: url });
    return opened;
  };

async function takeAll(open: Open): Promise<void> {
  const start = await open('desktop', WIDE);
  await start.go('/');
  await start.page.waitForLoadState('networkidle');
  await take(start, 'portal-start');

  const user = await open('desktop', WIDE);
  await signUp(user, 'business');
  await takePlayground(user);
  await user.go('/live');
  await user.page.getByRole('button', { name: 'Start the camera' }).click();
  await user.page.getByText(/^1 face · \d+ ms/).waitFor({ timeout: ANALYSIS_MS });
  await take(user, 'portal-live');
  await user.go('/account/keys');
  await user.page.getByLabel('Name', { exact: true }).fill('nightly job');
  await user.page.getByRole('button', { name: 'Create API key' }).click();
  await user.page.getByRole('heading', { name: 'nightly job' }).waitFor();
  await take(user, 'portal-account');

  const phone = await open('phone', { colorScheme: 'dark', deviceScaleFactor: 2 });
  await signUp(phone, 'business');
  await phone.go('/playground/match');
  await matchSamePerson(phone);
  await take(phone, 'portal-phone');

  const usage = await open('desktop', { ...WIDE, colorScheme: 'dark' });
  await signUp(usage, 'starter');
  await usage.page.route('**/account/usage*', (route) => route.fulfill({ json: exampleUsage(Date.now()) }));
  await usage.go('/usage');
  await usage.page.getByText('Show as a table').waitFor();
  await take(usage, 'portal-usage');
}

async function takePlayground(user: Visit): Promise<void> {
  const { page, go } = user;
  await go('/playground/faces');
  await input(page, 'Photo').getByRole('button', { name: 'Six people' }).click();
  await facesOn(canvas(page));
  await take(user, 'portal-faces');

  await go('/playground/match');
  await matchSamePerson(user);
  await take(user, 'portal-match');

  await go('/playground/search');
  await page.getByRole('button', { name: /^Load the demo gallery/ }).click();
  await page.getByText(/people are enrolled\./).waitFor({ timeout: 2 * ANALYSIS_MS });
  await page.locator('.pg-to-search').getByRole('button', { name: 'The same person, later' }).click();
  await facesOn(canvas(page));
  await take(user, 'portal-search');
}

async function takePeople(open: Open): Promise<void> {
  const member = await open('desktop', WIDE);
  const { page, go } = member;
  await signUp(member, 'business');
  await go('/people');
  await page.getByLabel('Id', { exact: true }).fill('office');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('tab', { name: 'Enrol' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await input(page, 'Photo of the person')
    .getByRole('button', { name: 'The same person, years ago' })
    .click();
  await page.getByLabel('Only if the photo passes the enrolment check').uncheck();
  await page.getByRole('button', { name: 'Enrol (1 call)' }).click();
  await page.getByText('Ada Lovelace is enrolled').waitFor({ timeout: ANALYSIS_MS });
  await page.getByRole('tab', { name: 'Search by photo' }).click();
  await input(page, 'Photo to search').getByRole('button', { name: 'The same person, later' }).click();
  await page.getByText('found: Ada Lovelace.').waitFor({ timeout: ANALYSIS_MS });
  await take(member, 'portal-people');
}

async function matchSamePerson({ page }: Visit): Promise<void> {
  await input(page, 'First photo').getByRole('button', { name: 'The same person, years ago' }).click();
  await input(page, 'Second photo').getByRole('button', { name: 'The same person, later' }).click();
  await page.getByText('The same person', { exact: true }).waitFor({ timeout: ANALYSIS_MS });
}

async function take({ page }: Visit, name: string): Promise<void> {
  await page.locator('.toast').waitFor({ state: 'detached' });
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
  const path = join(IMAGES, `${name}.jpg`);
  await page.screenshot({ path, type: 'jpeg', quality: JPEG_QUALITY });
  console.log(path);
}

await makeScreenshots();
