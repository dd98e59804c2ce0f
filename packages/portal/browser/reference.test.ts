import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './launch.js';
import { startService, type StartedService } from './started-service.js';

let service: StartedService;
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
  service = await startService();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

describe('the reference', () => {
  it('works under a policy without eval, and sends calls', async () => {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`${service.url}/docs/`);
    await page.getByRole('heading', { name: 'Face Match' }).first().waitFor();
    await page.getByRole('button', { name: 'Test Request' }).first().click();
    const answered = page.waitForResponse((response) => response.url().endsWith('/match_faces'));
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click();
    // Nobody has said who calls.
    expect((await answered).status()).toBe(401);
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
  });

  it('shows the faces by name, and no pattern of keys or bound that only a program cares about', async () => {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    await page.goto(`${service.url}/docs/#tag/faces/POST/get_image_attr`);
    const heading = page.getByRole('heading', { name: 'Image Attributes' });
    const operation = page.locator('section').filter({ has: heading }).last();
    await operation.getByRole('button', { name: /^200/ }).click();
    for (const name of ['data', 'attributes', 'face_id_0', 'landmarks', 'faceLandMark', 'chin'])
      await operation.getByRole('button', { name: `Show Child Attributes for ${name}`, exact: true }).click();
    await operation.getByRole('button', { name: 'Hide Child Attributes for chin', exact: true }).waitFor();
    const text = await operation.innerText();
    expect(text).toContain('face_id_0');
    expect(text).not.toContain('9007199254740991');
    expect(text).not.toContain(String.raw`face_id_\d`);
  });
});
