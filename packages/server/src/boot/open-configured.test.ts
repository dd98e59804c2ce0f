import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config/config.js';
import { databaseOf } from './open-configured.js';

it('reports a database that is too new with its own message', async () => {
  const homeDir = await mkdtemp(join(tmpdir(), 'facet-configured-'));
  try {
    const config = readConfig({ env: { FACET_DATA_DIR: homeDir }, platform: 'linux', homeDir });
    const database = await databaseOf(config);
    const step = '9002-drop-colour needs 9001-hue';
    await database.db.insertInto('migration').values({ name: step, applied_at: 0 }).execute();
    await database.close();
    const failure = await databaseOf(config).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(failure).toMatchObject({
      message: expect.stringMatching(/^A newer version .* 9001-hue/) as unknown,
    });
  } finally {
    await rm(homeDir, { recursive: true });
  }
});
