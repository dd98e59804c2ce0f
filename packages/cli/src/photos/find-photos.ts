import { opendir, realpath, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { ACCEPTED_FORMATS, formatNames, type AcceptedFormat } from '@facet/engine';
import { glob, isDynamicPattern } from 'tinyglobby';
import { count } from '../output/printer.js';
import { serverOf, type SourceFlags } from '../source/server-of.js';
import { UsageError, type Shell } from '../shell.js';
import type { Photo } from './photo.js';

/** The photos of a command line, and a note about those in formats that are not accepted. */
export async function photosFor(
  args: readonly string[],
  flags: SourceFlags,
  { cwd, env, stderr }: Shell,
): Promise<Photo[]> {
  const skipped = new Map<string, number>();
  const formats = acceptedFormats(env);
  try {
    return await findPhotos(args, cwd, {
      // A link in a folder must not send a server what the user did not name.
      staysWithin: serverOf(flags, env) !== undefined,
      extensions: extensionsOf(formats),
      onSkipped: (extension) => skipped.set(extension, (skipped.get(extension) ?? 0) + 1),
    });
  } finally {
    if (skipped.size > 0) stderr.write(skippedNote(skipped, formats));
  }
}

function skippedNote(skipped: ReadonlyMap<string, number>, formats: readonly AcceptedFormat[]): string {
  const total = [...skipped.values()].reduce((sum, n) => sum + n, 0);
  const kinds = [...skipped].map(([extension, n]) => `${n} .${extension}`).join(', ');
  return `Skipped ${count(total, 'photo')} in other formats (${kinds}). Convert them to ${formatNames(formats)}.\n`;
}

const EXTENSIONS: Readonly<Record<AcceptedFormat, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg'],
  png: ['png'],
  webp: ['webp'],
  avif: ['avif'],
};

/** The formats of FACET_FORMATS, as the service reads it. */
export function acceptedFormats(
  env: Readonly<Record<string, string | undefined>>,
): readonly AcceptedFormat[] {
  const names = (env['FACET_FORMATS'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (names.length === 0) return ACCEPTED_FORMATS;
  const formats = ACCEPTED_FORMATS.filter((format) => names.includes(format));
  if (formats.length < new Set(names).size) {
    throw new UsageError(
      `FACET_FORMATS must be a list of ${ACCEPTED_FORMATS.join(', ')}, but is "${env['FACET_FORMATS'] ?? ''}".`,
    );
  }
  return formats;
}

/** The endings of file names by which photos of these formats are found in folders. */
const extensionsOf = (formats: readonly AcceptedFormat[]): ReadonlySet<string> =>
  new Set(formats.flatMap((format) => EXTENSIONS[format]));

const STDIN = '-';
const DEFAULT: WalkOptions = {
  extensions: extensionsOf(['jpeg', 'png']),
  onSkipped: () => undefined,
};

/**
 * The photos that the arguments name, each once, in the order of the arguments and by name within a folder.
 * A file is taken whatever it is called, a folder gives its photos of the accepted formats at any depth, anything else is a pattern.
 * A plain name that does not exist stays in the list: it fails as a photo, not as the run.
 */
export async function findPhotos(
  args: readonly string[],
  cwd: string,
  folders: WalkOptions = DEFAULT,
): Promise<Photo[]> {
  const found = new Map<string, Photo>();
  for (const arg of args) {
    for (const photo of await photosOf(arg, cwd, folders)) {
      const key = photo.path === null ? STDIN : resolve(cwd, photo.path);
      if (!found.has(key)) found.set(key, photo);
    }
  }
  if (found.size === 0) {
    throw new UsageError(
      `No photos in ${args.map((arg) => JSON.stringify(arg)).join(', ')}; name photos, folders that hold some, or patterns in quotes.`,
    );
  }
  return [...found.values()];
}

async function photosOf(arg: string, cwd: string, folders: WalkOptions): Promise<Photo[]> {
  if (arg === STDIN) return [{ name: STDIN, path: null, below: 'stdin.jpg' }];
  const facts = await stat(resolve(cwd, arg)).catch(() => null);
  if (facts?.isDirectory() === true) return photosBelow(arg, cwd, folders);
  if (facts === null && isDynamicPattern(arg)) return photosMatching(arg, cwd, folders);
  return [{ name: arg, path: resolve(cwd, arg), below: basename(arg) }];
}

async function photosBelow(folder: string, cwd: string, folders: WalkOptions): Promise<Photo[]> {
  const root = resolve(cwd, folder);
  const bound = await boundOf(root, folders);
  const photos: Photo[] = [];
  for await (const path of walk(root, folders)) {
    const below = relative(root, path);
    photos.push({ name: join(folder, below), path, below, ...bound });
  }
  return photos.sort((a, b) => byName(a.below, b.below));
}

/** In a pattern, a backslash escapes what follows; on Windows it is what separates folders. */
export const patternOf = (arg: string, platform: string): string =>
  platform === 'win32' ? arg.replaceAll('\\', '/') : arg;

/** The folder in which a pattern begins: what is before its first part that may match several names. */
function folderOf(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => isDynamicPattern(part) || part.includes('\\'));
  return parts.slice(0, Math.max(0, first)).join('/') || (pattern.startsWith('/') ? '/' : '.');
}

const boundOf = async (root: string, { staysWithin }: WalkOptions): Promise<Pick<Photo, 'within'>> =>
  staysWithin === true ? { within: await realpath(root) } : {};

async function photosMatching(arg: string, cwd: string, folders: WalkOptions): Promise<Photo[]> {
  const pattern = patternOf(arg, process.platform);
  const root = resolve(cwd, folderOf(pattern));
  const files = await glob(pattern, { cwd, absolute: true, expandDirectories: false });
  if (files.length === 0) return [];
  const bound = await boundOf(root, folders);
  const isBelow = !isAbsolute(pattern) && !pattern.startsWith('..');
  return files.sort(byName).map((file) => ({
    name: isBelow ? relative(cwd, file) : file,
    path: file,
    below: isBelow ? relative(cwd, file) : basename(file),
    ...bound,
  }));
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Endings of photos in formats that may not be accepted; a folder of them must not look empty. */
const OTHER_FORMATS = new Set(
  'jpg jpeg png webp avif gif heic heif tif tiff bmp jxl jp2 dng cr2 cr3 nef arw raf orf rw2'.split(' '),
);

interface WalkOptions {
  /** Whether photos must not lie outside of the folder that was named. */
  readonly staysWithin?: boolean;
  /** Endings of the files to give, in lower case and without the dot. */
  readonly extensions: ReadonlySet<string>;
  /** Called with the file name extension of each photo that is left out because of its format. */
  readonly onSkipped: (extension: string) => void;
}

/**
 * The photos at any depth below a folder. A link to a file is a photo like any other; a link to a folder is not
 * followed, because it may lead back. What begins with a dot is hidden on purpose.
 */
async function* walk(folder: string, options: WalkOptions): AsyncGenerator<string, void, undefined> {
  for await (const entry of await opendir(folder)) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    const extension = extname(entry.name).slice(1).toLowerCase();
    if (entry.isDirectory()) yield* walk(path, options);
    else if (options.extensions.has(extension)) {
      if (entry.isFile() || (await isLinkToFile(path))) yield path;
    } else if (OTHER_FORMATS.has(extension)) options.onSkipped(extension);
  }
}

const isLinkToFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (facts) => facts.isFile(),
    // A link to nothing stays in the list, and fails as a photo.
    () => true,
  );
