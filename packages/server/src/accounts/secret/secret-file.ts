import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

export const MIN_SECRET_LENGTH = 32;

const SECRET_BYTES = 32;

/** The secret of a data folder: created at the first start, readable only by its owner. */
export async function secretFile(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret');
  const kept = await readSecret(path);
  if (kept !== undefined) return kept;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await placeOnce(path, `${randomBytes(SECRET_BYTES).toString('hex')}\n`);
  // If several servers start at once, one creates the secret and all read it.
  const placed = await readSecret(path);
  if (placed === undefined) throw new Error(`${path} was removed while it was being made`);
  return placed;
}

async function readSecret(path: string): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read (${codeOf(cause)})`, { cause });
  }
  const secret = text.trim();
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(
      `${path} must hold a secret of at least ${MIN_SECRET_LENGTH} characters; restore it from a backup`,
    );
  return secret;
}

/** A hard link is atomic and never replaces an existing file. */
async function placeOnce(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      // API keys depend on it: it must survive a power failure.
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path);
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST')
      throw new Error(`${path} cannot be made (${codeOf(cause)}); set FACET_SECRET instead`, { cause });
  } finally {
    await rm(draft, { force: true });
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
