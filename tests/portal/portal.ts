import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { CHROMIUM_ARGS, findChromium } from '@facet/test-support';
import type { Device } from './devices.js';
import { startService, type ServiceOptions, type StartedService } from './started-service.js';
import { visit, type Visit } from './visit.js';

export interface Portal {
  readonly service: () => StartedService;
  /** A visitor with a browser of their own; closed after the test, which fails if the visit had problems. */
  readonly open: (device: Device, options?: BrowserContextOptions) => Promise<Visit>;
}

/** A service and a browser for the tests of one file. */
export function usePortal(options: ServiceOptions = {}): Portal {
  let service: StartedService | undefined;
  let browser: Browser | undefined;
  const visits: Visit[] = [];

  beforeAll(async () => {
    browser = await launch();
    service = await startService(options);
  });

  afterEach(async () => {
    const problems = visits.flatMap((one) => one.problems);
    await Promise.all(visits.splice(0).map(({ context }) => context.close()));
    expect(problems).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const started = (): StartedService => {
    if (service === undefined) throw new Error('The service is started before the first test, not earlier.');
    return service;
  };
  return {
    service: started,
    open: async (device, contextOptions) => {
      if (browser === undefined)
        throw new Error('The browser is started before the first test, not earlier.');
      const opened = await visit(browser, started().url, device, contextOptions);
      visits.push(opened);
      return opened;
    },
  };
}

const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
