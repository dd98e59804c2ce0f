import { describe, expect, it } from 'vitest';
import { graveFindings, overflow } from './axe.js';
import { DEVICE_NAMES } from './devices.js';
import { becomeMember } from './members.js';
import { seen } from './navigation.js';
import { attributesOf, photoPath } from './operations.js';
import { ANALYSIS_MS, canvas, facesOn, takeSample } from './playground-photos.js';
import { usePortal } from './portal.js';

const portal = usePortal();
const PHOTO = 'A photo with faces';

interface Attributes {
  readonly image_size: readonly [height: number, width: number];
  readonly face_id_0: { readonly face_rectangle: readonly [number, number, number, number] };
}

describe.each(DEVICE_NAMES)('detect on a %s', (device) => {
  it('shows boxes and points where the faces are, and leads on with the chosen box', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { userId } = await becomeMember(visit, 'business');
    await go('/playground/detect');
    await takeSample(page, PHOTO, 3);
    const photo = canvas(page);
    expect(await facesOn(photo)).toBe(3);
    await page.getByRole('heading', { name: '3 faces' }).waitFor();

    // The same photo asked for without the page: its first box, scaled, is where the page draws it.
    const { data } = await attributesOf(portal.service().url, userId, 3);
    const { image_size, face_id_0 } = data.attributes as Attributes;
    const [x1, y1, x2, y2] = face_id_0.face_rectangle;
    const shown = await photo.boundingBox();
    const box = await photo.getByRole('button', { name: /^Face 1:/ }).boundingBox();
    if (shown === null || box === null) throw new Error('The photo or its face is not shown.');
    const scale = shown.width / image_size[1];
    expect(shown.height / image_size[0]).toBeCloseTo(scale, 2);
    const drawn = [box.x - shown.x, box.y - shown.y, box.width, box.height];
    const told = [x1, y1, x2 - x1, y2 - y1];
    for (const [n, side] of drawn.entries()) expect(Math.abs(side - (told[n] ?? 0) * scale)).toBeLessThan(2);

    const dots = await photo
      .locator('g[data-face="0"] .pg-dots')
      .evaluateAll((paths) =>
        paths.reduce((sum, path) => sum + (path.getAttribute('d') ?? '').split('M').length - 1, 0),
      );
    expect(dots).toBe(68);

    const face = photo.getByRole('button', { name: /^Face 2:/ });
    const row = page.getByRole('list', { name: 'Faces' }).getByRole('button', { name: /^Face 2 / });
    if (device === 'desktop') await row.hover();
    else await row.focus();
    await photo.locator('.pg-face[data-lit="true"]', { hasText: '2' }).waitFor();
    await face.focus();
    await page.locator('.pg-row[data-lit="true"]', { hasText: 'Face 2' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.pg-row[aria-pressed="true"]', { hasText: 'Face 2' }).waitFor();
    await seen(visit, 'Face 2 is chosen; Match and Vector use its box.');
    expect(await graveFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    const told2 = /box ([\d,]+)/.exec(await row.innerText())?.[1];
    await page.getByRole('link', { name: 'Get its vector' }).click();
    const code = page.getByRole('region', { name: 'Request as curl' });
    await code.getByText(`/get_face_vec?bboxes=${told2 ?? '?'}`).waitFor();
  });

  it('shows the request in several languages, without the user id until asked, and the answer', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { userId } = await becomeMember(visit, 'business');
    await go('/playground/detect');
    await page.locator('input[type=file]').setInputFiles(photoPath(6));
    expect(await facesOn(canvas(page))).toBe(4);

    const { url } = portal.service();
    const code = page.getByRole('region', { name: /^Request as/ });
    expect(await code.innerText()).toBe(
      [
        `curl ${url}/get_image_attr \\`,
        "  -H 'user_id: fct_••••••••' \\",
        '  -F image_attr=@sample6.jpg',
      ].join('\n'),
    );
    await page.getByRole('button', { name: 'Copy curl request with your user id' }).click();
    await seen(visit, 'Copied curl request with your user id.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`-H 'user_id: ${userId}'`);
    await page.getByRole('button', { name: 'Show user id' }).click();
    expect(await code.innerText()).toBe(copied);
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await code.getByText("client.attributes('sample6.jpg')").waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    await code.getByText('requests.post(').waitFor();
    await page.getByRole('tab', { name: 'C#' }).click();
    await code.getByText('MultipartFormDataContent').waitFor();

    const fact = (label: string): Promise<string> =>
      page.locator('.pg-facts > div').filter({ hasText: label }).locator('dd').innerText();
    expect(await fact('Status')).toBe('200');
    expect(await fact('Time')).toMatch(/^\d+ ms$/);
    expect(await fact('Rate')).toMatch(/^\d+ of 100 left/);
    expect(await fact('Quota')).toMatch(/^499,999 of 500,000 left, new in 3[01] days$/);
    // What the page calls the request is what the operator finds in the log.
    expect(portal.service().log()).toContain(await fact('Request id'));
    await page.getByText('Raw answer').click();
    const raw = JSON.parse(await page.getByRole('region', { name: 'answer' }).innerText()) as object;
    expect(raw).toMatchObject({
      code: '1000',
      data: { attributes: { image_size: expect.anything() as unknown } },
    });
  });

  it('sends a photo once, whichever panels show it', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await becomeMember(visit, 'business');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
    });
    await go('/playground/detect');
    await takeSample(page, PHOTO, 6);
    await facesOn(canvas(page));
    for (const tab of ['Match', 'Vector', 'Detect', 'Vector', 'Match']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await facesOn(canvas(page));
      if (tab === 'Vector')
        await page.getByRole('img', { name: /^The vector/ }).waitFor({ timeout: ANALYSIS_MS });
    }
    expect(calls).toEqual(['/get_image_attr', '/get_face_vec']);
  });

  it('is used by the keyboard alone', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await becomeMember(visit, 'business');
    await go('/playground/vector');
    await page.getByRole('button', { name: 'Sample photo 6' }).focus();
    await page.keyboard.press('Enter');
    await facesOn(canvas(page));
    await page.getByRole('tab', { name: 'Vector' }).focus();
    await page.keyboard.press('Home');
    await page.getByRole('heading', { name: '4 faces' }).waitFor();
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    expect(await focused()).toBe('Detect');
    // From the tab over the faces of the photo, in their order.
    for (const n of [1, 2, 3]) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(new RegExp(`^Face ${n}:`));
    }
    await page.keyboard.press('Space');
    await seen(visit, 'Face 3 is chosen; Match and Vector use its box.');
    await page.getByRole('tab', { name: 'Detect' }).focus();
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
