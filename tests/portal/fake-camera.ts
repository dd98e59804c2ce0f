import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedByFiles } from '@facet/test-support/vitest';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchWithCamera, writeFilm, type CameraScene } from './camera-film.js';
import type { Device } from './devices.js';
import type { Portal } from './portal.js';
import type { Visit } from './visit.js';

export interface FakeCamera {
  /** A visitor whose browser has a camera; closed after the test, which fails if the visit had problems. */
  readonly open: (device: Device, options?: BrowserContextOptions) => Promise<Visit>;
  /** What the camera sees from its next start on. */
  readonly show: (scene: CameraScene) => Promise<void>;
}

export interface FilmedBrowser {
  readonly browser: Browser;
  /** What its camera sees from its next start on. */
  readonly show: (scene: CameraScene) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Chromium with its own fake camera, which plays pictures from a file; for all files of a worker. */
export const useFilmedBrowser = sharedByFiles(
  async (): Promise<FilmedBrowser> => {
    const folder = await mkdtemp(join(tmpdir(), 'facet-camera-'));
    const film = join(folder, 'camera.mjpeg');
    const browser = await launchWithCamera(film);
    return {
      browser,
      show: (scene) => writeFilm(browser, film, scene),
      close: async () => {
        await browser.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
  (filmed) => filmed.close(),
);

export function useFakeCamera(portal: Portal): FakeCamera {
  const filmed = useFilmedBrowser({});
  return {
    open: async (device, options) => {
      const opened = await portal.openIn(filmed().browser, device, options);
      await opened.context.grantPermissions(['camera'], { origin: portal.service().url });
      return opened;
    },
    show: (scene) => filmed().show(scene),
  };
}
