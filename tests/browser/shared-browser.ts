import { CHROMIUM_ARGS, findChromium } from '@facet/test-support';
import { sharedByFiles } from '@facet/test-support/vitest';
import { chromium } from 'playwright-core';

/** A browser that the files of a worker share. Each closes the contexts that it has opened. */
export const useBrowser = sharedByFiles(
  (args: readonly string[]) =>
    chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_ARGS, ...args] }),
  (browser) => browser.close(),
);
