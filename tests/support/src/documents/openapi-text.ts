import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(
  new URL('../../../../packages/server/dist/boot/docs/print-openapi.js', import.meta.url),
);
const DEADLINE_MS = 60_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** The OpenAPI document of the built service with default settings, as JSON. */
export async function openApiText(): Promise<string> {
  const options = { timeout: DEADLINE_MS, maxBuffer: MAX_BYTES };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], options);
  return stdout;
}
