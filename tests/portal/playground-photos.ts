import type { Locator, Page } from 'playwright-core';

/** An analysis may take long on a busy machine. */
export const ANALYSIS_MS = 90_000;

/** The place for a photo by its name, before there is a photo in it. */
export const input = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: label, exact: true });

export async function takeSample(page: Page, label: string, n: number): Promise<void> {
  await input(page, label)
    .getByRole('button', { name: `Sample photo ${n}` })
    .click();
  await shown(page, `${n}.jpg`);
}

/** Waits until a photo of this name is on the page: one that was there before is gone by then. */
const shown = (page: Page, name: string): Promise<void> =>
  page.locator('.pg-canvas').getByAltText(`The photo ${name}`, { exact: true }).first().waitFor();

/** The photos on the page, in order. */
export const canvas = (page: Page, n = 0): Locator => page.locator('.pg-canvas').nth(n);

/** Waits until a photo shows its faces, and gives back how many. */
export async function facesOn(photo: Locator): Promise<number> {
  const faces = photo.getByRole('button', { name: /^Face \d+:/ });
  await faces.first().waitFor({ timeout: ANALYSIS_MS });
  return faces.count();
}

/** Clicks on a photo at a position in pixels of the image. */
export async function clickImageAt(photo: Locator, x: number, y: number): Promise<void> {
  const shown = photo.locator('img').first();
  const at = await shown.evaluate(
    (image: HTMLImageElement, [px, py]) => {
      const { width, height } = image.getBoundingClientRect();
      return { x: (px * width) / image.naturalWidth, y: (py * height) / image.naturalHeight };
    },
    [x, y] as const,
  );
  const face = photo.getByRole('button', { name: /^Face \d+:/ });
  const [origin, all] = await Promise.all([shown.boundingBox(), face.all()]);
  for (const button of all) {
    const box = await button.boundingBox();
    if (origin === null || box === null) continue;
    const [dx, dy] = [origin.x + at.x - box.x, origin.y + at.y - box.y];
    if (dx > 0 && dy > 0 && dx < box.width && dy < box.height) {
      await button.click({ position: { x: dx, y: dy } });
      return;
    }
  }
  throw new Error(`There is no face at ${x}, ${y}.`);
}

export interface ChangedPhoto {
  /** The sample to start from. */
  readonly sample: number;
  readonly width: number;
  /** 1 leaves the light as it is. */
  readonly brightness?: number;
}

/** A sample photo made small or dark by the browser, as a file in the input at hand. */
export async function giveChangedPhoto(page: Page, label: string, photo: ChangedPhoto): Promise<void> {
  const files = input(page, label).locator('input[type=file]');
  await files.evaluate(async (field: HTMLInputElement, { sample, width, brightness = 1 }) => {
    const response = await fetch(`/samples/${sample}.jpg`);
    const picture = await createImageBitmap(await response.blob());
    const drawing = document.createElement('canvas');
    drawing.width = width;
    drawing.height = Math.round((width * picture.height) / picture.width);
    const context = drawing.getContext('2d');
    if (context === null) throw new Error('This browser draws nothing.');
    context.filter = `brightness(${brightness})`;
    context.drawImage(picture, 0, 0, drawing.width, drawing.height);
    const bytes = await new Promise<Blob | null>((resolve) => {
      drawing.toBlob(resolve, 'image/png');
    });
    if (bytes === null) throw new Error('This browser writes no PNG.');
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], `changed to ${width}.png`, { type: 'image/png' }));
    field.files = transfer.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }, photo);
  await shown(page, `changed to ${photo.width}.png`);
}

/** A person that two of the samples show, as places in their pixels (measured distance of the two: 0.35). */
export const SAME_WOMAN = { sample1: [1572, 323], sample3: [1185, 374] } as const;
