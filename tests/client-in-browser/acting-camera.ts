import type { BrowserContext, Page } from 'playwright-core';
import { readFootage } from '../liveness/real-takes.js';

/** JPEG files in Base64: of a person who looks at the camera, and on the way to the end of each movement. */
export interface Pictures {
  readonly straight: string;
  readonly movements: Readonly<Record<string, readonly string[]>>;
}

export async function picturesOfPerson(): Promise<Pictures> {
  const { straight, movements } = await readFootage();
  const base64 = (picture: Buffer): string => picture.toString('base64');
  return {
    straight: base64(straight),
    movements: Object.fromEntries(
      Object.entries(movements).map(([action, way]) => [action, way.map(base64)]),
    ),
  };
}

/** Gives the pages of a context a camera before which a person does what the page asks for, or holds up a photo. */
export const useActingCamera = (
  context: BrowserContext,
  pictures: Pictures,
  who: 'person' | 'photo',
): Promise<unknown> => context.addInitScript(actBeforeCamera, { pictures, who });

/** Of the page's own clock, in milliseconds. */
const TICK = 200;
/** In each tick the video shows so many new pictures: enough for the person to make the whole movement. */
const PICTURES = 3;

/** Stops the clock of the page, before a take begins; `playTake` moves it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/**
 * Lets the time of the page pass until the take is over, and gives its instructions: tick by tick, each when new
 * pictures have arrived in the video, so that a busy machine makes the take no different.
 */
export async function playTake(page: Page): Promise<string[]> {
  const instructions: string[] = [];
  for (let hasBegun = false; ;) {
    const shown = await page.evaluate(shownNow);
    if (hasBegun && shown === null) break;
    hasBegun ||= shown !== null;
    if (shown !== null && shown.instruction !== instructions.at(-1)) instructions.push(shown.instruction);
    await page.clock.runFor(TICK);
    const until = (shown?.pictures ?? 0) + PICTURES;
    for (let now = shown; now !== null && now.pictures < until;) now = await page.evaluate(shownNow);
  }
  await page.clock.resume();
  return instructions;
}

/** In the page: the instruction, and how many pictures its video has shown; null while the camera is off. */
function shownNow(): { instruction: string; pictures: number } | null {
  const root = document.querySelector('[data-phase]')?.shadowRoot;
  const video = root?.querySelector('video');
  const stream = video?.srcObject;
  if (!(stream instanceof MediaStream) || !stream.active) return null;
  return {
    instruction: root?.querySelector('p')?.textContent ?? '',
    pictures: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
  };
}

/** In the page. */
function actBeforeCamera({ pictures, who }: { pictures: Pictures; who: 'person' | 'photo' }): void {
  // The camera goes on while the page's clock stands still.
  const every = setInterval;
  const bitmapOf = async (base64: string): Promise<ImageBitmap> =>
    createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]));
  const getUserMedia = async (): Promise<MediaStream> => {
    const straight = await bitmapOf(pictures.straight);
    const movements = new Map<string, ImageBitmap[]>();
    for (const [action, list] of Object.entries(pictures.movements))
      movements.set(action, await Promise.all(list.map(bitmapOf)));
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const context = canvas.getContext('2d');
    let [action, reached] = ['', 0];
    const draw = (): void => {
      const asked = document.querySelector<HTMLElement>('[data-phase]')?.dataset['action'] ?? '';
      if (reached === 0) action = who === 'person' ? asked : '';
      const way = movements.get(action) ?? [];
      reached = Math.max(0, Math.min(way.length, reached + (asked === action ? 1 : -1)));
      context?.drawImage(way[reached - 1] ?? straight, 0, 0, canvas.width, canvas.height);
      // The noise of a camera: no two of its pictures are equal.
      for (let n = 0; n < 40 && context !== null; n++) {
        context.fillStyle = `rgb(${Math.random() * 255} 128 128 / 12%)`;
        context.fillRect(Math.random() * 640, Math.random() * 480, 2, 2);
      }
    };
    draw();
    // In no tick may less time pass than by the page's clock: a session is not younger than its take.
    every(draw, 70);
    return canvas.captureStream();
  };
  // Typed as always there, but absent in the empty page before the first one.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices !== undefined) Object.defineProperty(devices, 'getUserMedia', { value: getUserMedia });
}
