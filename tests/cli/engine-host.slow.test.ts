import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const HOST = fileURLToPath(new URL('engine-host.fixture.mjs', import.meta.url));

it('opening the engine leaves the formats of the host alone', { timeout: 120_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [HOST], { timeout: 110_000 });
  expect(stdout.trim()).toBe('webp true');
});
