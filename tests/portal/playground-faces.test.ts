import { describe, expect, it } from 'vitest';
import { axeFindings, overflow } from './axe.js';
import { DEVICE_NAMES, PHONE } from './devices.js';
import { signUp } from './sign-up.js';
import { seen } from './navigation.js';
import { attributesOf, photoPath } from './operations.js';
import { canvas, facesOn, giveChangedPhoto, takeSample } from './playground-photos.js';
import { usePortal } from './portal.js';

const portal = usePortal();
const PHOTO = 'Photo';

interface Attributes {
  readonly image_size: readonly [height: number, width: number];
  readonly face_id_0: { readonly face_rectangle: readonly [number, number, number, number] };
}

describe.each(DEVICE_NAMES)('faces on a %s', (device) => {
  it('shows boxes and points where the faces are, and leads on with the chosen box', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { apiKey } = await signUp(visit, 'business');
    await go('/playground/faces');
    await takeSample(page, PHOTO, 3);
    const photo = canvas(page);
    expect(await facesOn(photo)).toBe(3);
    await page.getByRole('tab', { name: 'Faces (3)' }).waitFor();

    // The same photo asked for without the page: its first box, scaled, is where the page draws it.
    const { data } = await attributesOf(portal.service().url, apiKey, 3);
    const { image_size, face_id_0 } = data.attributes as Attributes;
    const [x1, y1, x2, y2] = face_id_0.face_rectangle;
    const shown = await photo.locator('img').boundingBox();
    const box = await photo.getByRole('button', { name: /^Face 1:/ }).boundingBox();
    if (shown === null || box === null) throw new Error('The photo or its face is not shown.');
    const scale = shown.width / image_size[1];
    expect(shown.height / image_size[0]).toBeCloseTo(scale, 2);
    const drawn = [box.x - shown.x, box.y - shown.y, box.width, box.height];
    const stated = [x1, y1, x2 - x1, y2 - y1];
    for (const [n, side] of drawn.entries())
      expect(Math.abs(side - (stated[n] ?? 0) * scale)).toBeLessThan(2);

    // Points are drawn for the chosen face whatever its size.
    const dots = await photo
      .locator('g[data-face="0"] .pg-dots')
      .evaluateAll((paths) =>
        paths.reduce((sum, path) => sum + (path.getAttribute('d') ?? '').split('M').length - 1, 0),
      );
    expect(dots).toBe(68);

    // Those of another face too where there is room; else they come when somebody looks at it.
    const otherDots = photo.locator('g[data-face="1"] .pg-dots');
    expect((await otherDots.count()) > 0).toBe(device === 'desktop');
    const face = photo.getByRole('button', { name: /^Face 2:/ });
    const row = page.getByRole('list', { name: 'Faces' }).getByRole('button', { name: /^Face 2 / });
    if (device === 'desktop') await row.hover();
    else await row.focus();
    await photo.locator('.pg-face[data-lit="true"]', { hasText: '2' }).waitFor();
    expect(await otherDots.count()).toBeGreaterThan(0);
    await face.focus();
    await page.locator('.pg-row[data-lit="true"]', { hasText: 'Face 2' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.pg-row[aria-pressed="true"]', { hasText: 'Face 2' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    const details = page.locator('li[data-chosen="true"]');
    const told2 = /Box\s+([\d,]+)/.exec(await details.innerText())?.[1];
    expect(await details.innerText()).toMatch(/Detection\s+\d+% confidence\s+Age\s+about \d+\s+Head\s+yaw/);
    await page.getByRole('link', { name: 'Vector' }).click();
    await page.getByRole('tab', { name: 'Code' }).click();
    const code = page.getByRole('region', { name: 'Request as curl' });
    await code.getByText(`/get_face_vec?bboxes=${told2 ?? '?'}`).waitFor();
  });

  it('zooms to a face and back, and the photo keeps its place when the response comes', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/playground/faces');
    let response = (): void => undefined;
    const held = new Promise<void>((resolve) => (response = resolve));
    await page.route('**/get_image_attr*', async (route) => {
      await held;
      await route.continue();
    });
    await takeSample(page, PHOTO, 6);
    const image = canvas(page).locator('img');
    await image.waitFor();
    // The stage measures itself once it is there.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const before = await image.boundingBox();
    response();
    await facesOn(canvas(page));
    expect(await image.boundingBox()).toEqual(before);

    const width = async (): Promise<number> => (await image.boundingBox())?.width ?? 0;
    const whole = await width();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await width()).toBeGreaterThan(1.5 * whole);
    await page.getByRole('button', { name: 'Fit the photo' }).click();
    expect(await width()).toBeCloseTo(whole, 0);
    if (device !== 'desktop') return;

    // With the wheel, what is under the pointer stays there.
    const face = canvas(page).getByRole('button', { name: /^Face 3:/ });
    const middle = async (): Promise<[number, number]> => {
      const box = await face.boundingBox();
      if (box === null) throw new Error('The face is not shown.');
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = await middle();
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -600);
    await expect.poll(width, { timeout: 15_000 }).toBeGreaterThan(2 * whole);
    const [nx, ny] = await middle();
    expect(Math.hypot(nx - x, ny - y)).toBeLessThan(3);
    // A drag moves the photo and chooses nothing.
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 20, { steps: 4 });
    await page.mouse.up();
    const [dx, dy] = await middle();
    expect([dx - nx, dy - ny].map(Math.round)).toEqual([60, 20]);
    expect(await face.getAttribute('aria-pressed')).toBe('false');
  });
});

describe.each(PHONE)('faces on a %s only', (device) => {
  it('shows the request in several languages, without the API key until asked, and the response', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { apiKey } = await signUp(visit, 'business');
    await go('/playground/faces');
    await page.locator('input[type=file]').setInputFiles(photoPath(6));
    expect(await facesOn(canvas(page))).toBe(4);

    const { url } = portal.service();
    await page.getByRole('tab', { name: 'Code' }).click();
    const code = page.getByRole('region', { name: /^Request as/ });
    expect(await code.innerText()).toBe(
      [
        `curl ${url}/get_image_attr \\`,
        "  -H 'user_id: fct_••••••••' \\",
        '  -F image_attr=@sample6.jpg',
      ].join('\n'),
    );
    await page.getByRole('button', { name: 'Copy curl request with your API key' }).click();
    await seen(visit, 'Copied curl request with your API key.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`-H 'user_id: ${apiKey}'`);
    await page.getByRole('button', { name: 'Show API key' }).click();
    expect(await code.innerText()).toBe(copied);
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await code.getByText("client.attributes('sample6.jpg')").waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    await code.getByText('requests.post(').waitFor();

    await page.getByRole('tab', { name: 'JSON' }).click();
    const fact = (label: string): Promise<string> =>
      page.locator('.pg-facts > div').filter({ hasText: label }).locator('dd').innerText();
    expect(await fact('Status')).toBe('200');
    expect(await fact('Time')).toMatch(/^\d+ ms$/);
    expect(await fact('Rate')).toMatch(/^\d+ of 100 left/);
    expect(await fact('Quota')).toMatch(/^499,999 of 500,000 left, resets in 3[01] days$/);
    // What the page calls the request is what the operator finds in the log.
    expect(portal.service().log()).toContain(await fact('Request ID'));
    const raw = JSON.parse(await page.getByRole('region', { name: 'response' }).innerText()) as object;
    expect(raw).toMatchObject({
      code: '1000',
      data: { attributes: { image_size: expect.anything() as unknown } },
    });
  });

  it('sends a photo once, whichever panels show it', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
    });
    await go('/playground/faces');
    await takeSample(page, PHOTO, 6);
    await facesOn(canvas(page));
    const tabs = page.getByRole('tablist', { name: 'Operations' });
    for (const tab of ['Match', 'Vector', 'Faces', 'Vector', 'Match']) {
      await tabs.getByRole('tab', { name: tab, exact: true }).click();
      await facesOn(canvas(page));
      if (tab === 'Vector') await page.getByRole('img', { name: /^The vector/ }).waitFor();
    }
    expect(calls).toEqual(['/get_image_attr']);
    await seen(visit, '1 call made');

    // A call that the page does not need is made when somebody asks for it, and says what it costs.
    await tabs.getByRole('tab', { name: 'Vector', exact: true }).click();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('button', { name: 'Send it (1 call)' }).click();
    await seen(visit, '2 calls made');
    expect(calls).toEqual(['/get_image_attr', '/get_face_vec']);
  });

  it('marks faces that are too small or too uncertain to be reliable', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/playground/faces');
    await giveChangedPhoto(page, PHOTO, { sample: 6, width: 190 });
    const count = await facesOn(canvas(page));
    const rows = page.getByRole('list', { name: 'Faces' }).getByRole('button', { name: /^Face \d/ });
    expect(await rows.allInnerTexts()).toEqual(
      Array<unknown>(count).fill(expect.stringMatching(/\d+%\s+(small|uncertain)$/)),
    );
    await rows.filter({ hasText: 'small' }).first().click();
    await seen(visit, /^Only (1\d|2\d|3[01]) pixels wide: age and gender are rough guesses\.$/);
    expect(await canvas(page).locator('g[data-unreliable="true"]').count()).toBe(count);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('is used by the keyboard alone', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/playground/vector');
    await page.getByRole('button', { name: 'Sample photo 6' }).focus();
    await page.keyboard.press('Enter');
    await facesOn(canvas(page));
    const tabs = page.getByRole('tablist', { name: 'Operations' });
    await tabs.getByRole('tab', { name: 'Vector' }).focus();
    await page.keyboard.press('Home');
    await page.getByRole('tab', { name: 'Faces (4)' }).waitFor();
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    expect(await focused()).toBe('Faces');
    // From the last way to give a photo over the faces in it, in their order.
    await page.getByRole('button', { name: 'Sample photo 6' }).focus();
    for (const n of [1, 2, 3]) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(new RegExp(`^Face ${n}:`));
    }
    await page.keyboard.press('Space');
    await page.locator('.pg-row[aria-pressed="true"]', { hasText: 'Face 3' }).waitFor();
    // The keys of the photo zoom it while one of its faces has the focus.
    await page.keyboard.press('+');
    await canvas(page).locator('[data-zoomed="true"]').waitFor();
    await page.keyboard.press('0');
    await canvas(page).locator('[data-zoomed="false"]').waitFor();
    await tabs.getByRole('tab', { name: 'Faces' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('group', { name: 'Second photo' }).waitFor();
    expect(await focused()).toBe('Match');
    expect(
      await canvas(page)
        .getByRole('button', { name: /^Face 3:/ })
        .getAttribute('aria-pressed'),
    ).toBe('true');
  });
});
