import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './shared-browser.js';
import { useFacetPage } from './facet-page.js';

const opened = (page: Page): Promise<string> =>
  page.evaluate(() =>
    facetModule.openFacet({ models: '/models/' }).then(
      () => 'opened',
      (error: unknown) =>
        error instanceof facetModule.EngineError ? `${error.code}: ${error.message}` : String(error),
    ),
  );

const UNSUPPORTED =
  'browser-unsupported: This browser cannot analyse images: it needs WebAssembly with SIMD.';

describe('a browser without WebAssembly', () => {
  const facetPage = useFacetPage({ browser: useBrowser(['--js-flags=--jitless']) });

  it('is told so, and loads nothing', async () => {
    expect(await opened(await facetPage.open())).toBe(UNSUPPORTED);
    expect(facetPage.site().requests).not.toContain('/facet/worker.js');
  });
});

describe('a browser whose WebAssembly lacks SIMD', () => {
  const facetPage = useFacetPage();

  it('is told so, and loads nothing', async () => {
    const page = await facetPage.open();
    await page.evaluate(() => {
      // Chromium has no switch for it on every processor: this one knows no instruction of SIMD.
      const validate = WebAssembly.validate.bind(WebAssembly);
      const SIMD_PREFIX = 0xfd;
      WebAssembly.validate = (bytes) =>
        !new Uint8Array(bytes as ArrayBuffer).includes(SIMD_PREFIX) && validate(bytes);
    });
    expect(await opened(page)).toBe(UNSUPPORTED);
    expect(facetPage.site().requests).not.toContain('/facet/worker.js');
  });
});
