import { existsSync } from 'node:fs';

const USUAL_PLACES = [
  // The same engine without the windows of a browser: a visit costs a fifth of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** For every browser of a test. The last two keep it from asking its maker for updates of its parts. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--component-updater=url-source=http://127.0.0.1:9/',
];

/** The path of Chromium, or why none was found: these tests need a real browser. */
export function findChromium(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, and there is nothing.`);
  }
  const found = USUAL_PLACES.find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new Error(
    `No Chromium found; the browser tests cannot run. Install one, or name it with CHROMIUM_PATH. Looked at:\n  ${USUAL_PLACES.join('\n  ')}`,
  );
}
