import { readFile, rename, writeFile } from 'node:fs/promises';
import { CHROMIUM_ARGS, findChromium } from '@facet/test-support';
import { chromium, type Browser } from 'playwright-core';
import { photoPath } from './operations.js';

/** A photo of three people, 1920 × 1350. */
const PHOTO = photoPath(3);

/** The part of the photo with one person who looks into the camera, in its pixels. */
export const ONE_PERSON = { x: 440, y: 200, side: 560 } as const;
/** The same with everybody. */
export const EVERYBODY = { x: 430, y: 130, side: 1440, height: 810 } as const;

export interface CameraScene {
  /** The file of the photo. Default: the three people. */
  readonly photo?: string;
  readonly x: number;
  readonly y: number;
  readonly side: number;
  /** Of the part, where it is not square. */
  readonly height?: number;
  /** How much of the camera's height the part fills. */
  readonly fills?: number;
  /** 1 leaves the light as it is. */
  readonly brightness?: number;
}

/** A browser whose camera shows a film, which may be written later. */
export const launchWithCamera = (film: string): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      ...CHROMIUM_ARGS,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });

export async function writeFilm(browser: Browser, film: string, scene: CameraScene): Promise<void> {
  const frame = await drawFrame(browser, scene);
  // A film of a few equal frames; put in place at once, because the browser may be reading the one before.
  await writeFile(`${film}.new`, Buffer.concat([frame, frame, frame, frame]));
  await rename(`${film}.new`, film);
}

/** A frame of 1280 × 720 pixels as JPEG, drawn by the browser itself. */
async function drawFrame(browser: Browser, scene: CameraScene): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const base64 = await page.evaluate(
      async ({ photo, x, y, side, height = side, fills = 1, brightness = 1 }) => {
        const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
        const canvas = document.createElement('canvas');
        canvas.width = 1280;
        canvas.height = 720;
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('This browser draws nothing.');
        context.filter = `brightness(${brightness})`;
        context.fillStyle = '#b8a98c';
        context.fillRect(0, 0, 1280, 720);
        const tall = 720 * fills;
        const wide = (tall * side) / height;
        context.drawImage(picture, x, y, side, height, (1280 - wide) / 2, (720 - tall) / 2, wide, tall);
        return canvas.toDataURL('image/jpeg', 0.92).replace(/^[^,]*,/, '');
      },
      { ...scene, photo: (await readFile(scene.photo ?? PHOTO)).toString('base64') },
    );
    return Buffer.from(base64, 'base64');
  } finally {
    await page.close();
  }
}
