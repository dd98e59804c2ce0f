import { readdir, rm, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { EngineError } from '@facet/analysis/errors.js';
import { ageMs, sha256Of, sha256OfFile, slug } from '../cache/cache-files.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNUSED_AFTER_MS = 30 * DAY_MS;
const HASH = '[0-9a-f]{64}';
const KEY = '[0-9a-f]{16}';
const ENDING = new RegExp(`-(${HASH})\\.onnx$`);

/** Identifies a built model by everything that goes into it. */
export function builtKey(model: string, converterVersion: string, sourceHashes: readonly string[]): string {
  return sha256Of(JSON.stringify([model, converterVersion, ...sourceHashes])).slice(0, 16);
}

/** The name carries the checksum of the content: one rename publishes both, so they can never disagree. */
export function builtFileName(model: string, key: string, bytes: Uint8Array): string {
  return `${slug(model)}-${key}-${sha256Of(bytes)}.onnx`;
}

/** The SHA-256 that the content of a built file should have. */
function checksumInName(name: string): string | undefined {
  return ENDING.exec(name)?.[1];
}

/** The path of a built model whose content matches the hash in its name, and its pin. */
export async function findBuilt(
  folder: string,
  model: string,
  key: string,
  pin: string,
): Promise<string | undefined> {
  for (const { name, checksum } of await listBuilt(folder, model, key)) {
    if (checksum !== pin) continue;
    const path = join(folder, name);
    if ((await sha256OfFile(path)) === checksum) {
      await markUsed(path);
      return path;
    }
  }
  return undefined;
}

/** Removes damaged files of this key, and other versions that have long been unused. */
export async function pruneBuilt(folder: string, model: string, key: string, keep: string): Promise<void> {
  for (const { name, key: otherKey } of await listBuilt(folder, model, KEY)) {
    if (name === keep) continue;
    const path = join(folder, name);
    if (otherKey === key || (await ageMs(path)) > UNUSED_AFTER_MS) await rm(path, { force: true });
  }
}

interface BuiltName {
  readonly name: string;
  readonly key: string;
  readonly checksum: string;
}

async function listBuilt(folder: string, model: string, keyPattern: string): Promise<readonly BuiltName[]> {
  const pattern = new RegExp(`^${slug(model).replaceAll('.', '\\.')}-(${keyPattern})-(${HASH})\\.onnx$`);
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => {
    const [, key, checksum] = pattern.exec(name) ?? [];
    return key === undefined || checksum === undefined ? [] : [{ name, key, checksum }];
  });
}

/** Keeps a version in use from being pruned; once a day is enough, and a read-only cache is no problem. */
async function markUsed(path: string): Promise<void> {
  if ((await ageMs(path)) < DAY_MS) return;
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

/**
 * Rejects a built model whose content does not match the checksum in its name. A model with one wrong weight would load and
 * give wrong numbers, and a worker that replaces another may start days after the file was last verified.
 */
export async function checkBuilt(path: string): Promise<void> {
  const expectedSha256 = checksumInName(basename(path)) ?? 'unknown';
  const found = await sha256OfFile(path);
  if (found === undefined)
    throw new EngineError('model-missing', { path }, { message: `${path} is missing; ${REMEDY}` });
  if (found === expectedSha256) return;
  throw new EngineError(
    'model-corrupt',
    { path, expectedSha256, found },
    { message: `${path} does not have the content that was built; ${REMEDY}` },
  );
}

const REMEDY = 'restart the service, which builds it again.';
