import { fail, messageOf, ok, type Finding } from './finding.js';

/** In place of npm: the doctor only looks, and downloads nothing. */
const FETCH_NOTHING = [process.execPath, '-e', 'process.exit(1)'];

/** Opens the engine and analyses an image: there is no other way to find out whether the native parts fit this machine. */
export async function checkEngine(cacheDir: string): Promise<Finding> {
  const started = performance.now();
  try {
    const { default: sharp } = await import('sharp');
    const grey = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
      .png()
      .toBuffer();
    const { openEngine } = await import('@facet/engine');
    const engine = await openEngine({ workers: 1, cacheDir, npmCommand: FETCH_NOTHING });
    try {
      await engine.analyse(grey);
    } finally {
      await engine.close();
    }
    return ok('engine', `starts and analyses (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    return fail('engine', messageOf(error), 'Install anew with npm on this very machine: "npm install".');
  }
}
