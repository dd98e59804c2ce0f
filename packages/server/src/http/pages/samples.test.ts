import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../boot/config/config.js';
import { samplePhoto, withOwnSamples } from './samples.js';

const configWith = (env: Record<string, string>): ReturnType<typeof readConfig> =>
  readConfig({ env, platform: 'linux', homeDir: '/home/someone' });

it('names the first photo of the operator, if there are any, for the first call', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'facet-welcome-'));
  try {
    const config = configWith({ FACET_SAMPLES_DIR: folder });
    expect(samplePhoto(config, await withOwnSamples(new Map(), folder))).toBeNull();
    await writeFile(join(folder, 'us.png'), 'a photo');
    await writeFile(join(folder, 'me.jpeg'), 'a photo');
    const photo = samplePhoto(config, await withOwnSamples(new Map(), folder));
    expect(photo).toBe(join(folder, 'me.jpeg'));
    expect((await stat(photo ?? '')).isFile()).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});
