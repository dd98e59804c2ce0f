import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { DEVICES, type Device } from './devices.js';

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly device: Device;
  /** What no visit may have: errors in the console, requests to other hosts, missing files. */
  readonly problems: readonly string[];
  /** Goes to a view, as in `go('/usage')`. */
  readonly go: (path: string) => Promise<void>;
}

/** A fresh browser profile on a device, watched from its first request on. */
export async function visit(
  browser: Browser,
  url: string,
  device: Device,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ ...DEVICES[device], ...options });
  context.setDefaultTimeout(45_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const page = await context.newPage();
  const problems: string[] = [];
  watch(page, url, problems);
  return {
    page,
    context,
    device,
    problems,
    go: async (path) => {
      await page.goto(`${url}/#${path}`);
    },
  };
}

/** Chooses the server, as people do with "Analyse on the server". Before the first `go`. */
export async function askServer({ context }: Visit): Promise<void> {
  await context.addInitScript(() => {
    localStorage.setItem('facet-place', 'server');
  });
}

function watch(page: Page, url: string, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`Uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRejection(message)) problems.push(`Console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== url && protocol.startsWith('http')) problems.push(`Other host: ${request.url()}`);
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400 && /^\/($|assets\/|samples\/)/.test(pathname))
      problems.push(`Missing: ${response.status()} ${pathname}`);
  });
}

/** Chromium logs every rejected call to the console; whether a rejection is right is for the tests to decide. */
const isRejection = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource');
