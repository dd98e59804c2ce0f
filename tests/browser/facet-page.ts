import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as facetPackage from '@facet/browser';
import { ensureWebModels } from '@facet/engine';
import { serveSite, type Site } from '@facet/test-support';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { useBrowser } from './shared-browser.js';

export const WEB = fileURLToPath(new URL('../../packages/browser/dist/web/', import.meta.url));
export const PHOTOS = join(
  dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'demo',
);

/** The policy of the portal, with what WebAssembly needs. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "img-src 'self' blob:",
].join('; ');

declare global {
  /** The package, in the page. */
  var facetModule: typeof facetPackage;
  /** What a test has opened, to be used by its next steps. */
  var openedFacet: facetPackage.Facet;
}

const PAGE = `<!doctype html><title>Facet</title>
<script type="module" src="/page.js"></script>`;
const SCRIPT = `import * as facet from '/facet/index.js';
globalThis.facetModule = facet;`;

export interface FacetPage {
  readonly site: () => Site;
  /** A page, without `context` in a browser without any cache; it has \`facetModule\`, the package. A violation of the policy fails the test. */
  readonly open: (context?: BrowserContext) => Promise<Page>;
}

interface PageOptions {
  /** Default: one without arguments. */
  readonly browser?: () => Browser;
  /** In addition to the package, the models and the photos. */
  readonly content?: Parameters<typeof serveSite>[0];
  /** In addition to the policy. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Errors that a test provokes. */
  readonly mayLog?: RegExp;
}

/** A site with the package, the models and photos for the tests of one file, and a browser. */
export function useFacetPage({
  browser = useBrowser([]),
  content = {},
  headers = {},
  mayLog = /^$/,
}: PageOptions = {}): FacetPage {
  let site: Site | undefined;
  const problems: string[] = [];
  beforeAll(async () => {
    site = await serveSite(
      {
        '/': { text: PAGE },
        '/favicon.ico': { text: '' },
        '/page.js': { text: SCRIPT },
        '/facet/': { path: WEB },
        '/photos/': { path: PHOTOS },
        ...(await modelFiles()),
        ...content,
      },
      { 'content-security-policy': POLICY, ...headers },
    );
  });
  afterEach(async () => {
    for (const context of browser().contexts()) await context.close();
    expect(problems.splice(0)).toEqual([]);
  });
  afterAll(() => site?.close());
  const served = (): Site => {
    if (site === undefined) throw new Error('The site is started before the first test, not earlier.');
    return site;
  };
  return {
    site: served,
    open: async (context) => {
      const page = await (context ?? (await browser().newContext())).newPage();
      page.setDefaultTimeout(60_000);
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !mayLog.test(message.text())) problems.push(message.text());
      });
      await page.goto(served().url);
      await page.waitForFunction(() => 'facetModule' in globalThis);
      return page;
    },
  };
}

/** The models under the names that pages ask for. */
export const modelFiles = async (): Promise<Record<string, { path: string }>> =>
  Object.fromEntries([...(await ensureWebModels({}))].map(([name, path]) => [`/models/${name}`, { path }]));
