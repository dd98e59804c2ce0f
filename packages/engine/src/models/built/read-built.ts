import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { EngineError } from '../../errors.js';
import { isMissing } from '../cache/file-errors.js';
import { sha256Of } from '../cache/checksum.js';
import { checksumInName } from './built-file.js';

/**
 * The content of a built model, checked against the checksum in its name. A net with one wrong weight would load and
 * give wrong numbers, and a worker that replaces another may start days after the file was last verified.
 */
export async function readBuilt(path: string): Promise<Uint8Array> {
  const expectedSha256 = checksumInName(basename(path)) ?? 'unknown';
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new EngineError('model-missing', { path }, { message: `${path} is missing; ${REMEDY}`, cause });
  }
  const found = sha256Of(bytes);
  if (found === expectedSha256) return bytes;
  throw new EngineError(
    'model-corrupt',
    { path, expectedSha256, found },
    { message: `${path} does not have the content that was built; ${REMEDY}` },
  );
}

const REMEDY = 'restart the service, which builds it again.';
