import { randomInt } from 'node:crypto';
import { sharedByFiles } from '@facet/test-support/vitest';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { useBrowser } from '../browser/shared-browser.js';
import { COMMON_SERVICES, SETTINGS } from './common-services.js';
import type { Device } from './devices.js';
import { startService, type ServiceOptions, type StartedService } from './started-service.js';
import { visit, type Visit } from './visit.js';

export interface Portal {
  readonly service: () => StartedService;
  /** A visitor with a browser of their own; closed after the test, which fails if the visit had problems. */
  readonly open: (device: Device, options?: BrowserContextOptions) => Promise<Visit>;
  /** The same in another browser. */
  readonly openIn: (browser: Browser, device: Device, options?: BrowserContextOptions) => Promise<Visit>;
}

type Common = keyof typeof COMMON_SERVICES;

const start = (options: ServiceOptions): Promise<StartedService> =>
  startService({ ...options, env: { ...SETTINGS, ...options.env } });

const useCommonService = sharedByFiles(
  (name: Common) => start(COMMON_SERVICES[name]),
  (service) => service.stop(),
);

/** A browser and a service: one that files share, in which each has accounts of its own, or one for this file alone. */
export function usePortal(options: Common | ServiceOptions = 'ordinary'): Portal {
  const service = typeof options === 'string' ? useCommonService(options) : useOwnService(options);
  const browser = useBrowser([]);
  const visits: Visit[] = [];
  const extraHTTPHeaders = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
  const openIn: Portal['openIn'] = async (other, device, contextOptions) => {
    const opened = await visit(other, service().url, device, { extraHTTPHeaders, ...contextOptions });
    visits.push(opened);
    return opened;
  };

  afterEach(async () => {
    const problems = visits.flatMap((one) => one.problems);
    await Promise.all(visits.splice(0).map(({ context }) => context.close()));
    expect(problems).toEqual([]);
  });

  return { service, openIn, open: (device, contextOptions) => openIn(browser(), device, contextOptions) };
}

function useOwnService(options: ServiceOptions): () => StartedService {
  let service: StartedService | undefined;
  beforeAll(async () => {
    service = await start(options);
  });
  afterAll(() => service?.stop());
  return () => {
    if (service === undefined) throw new Error('The service is started before the first test, not earlier.');
    return service;
  };
}
