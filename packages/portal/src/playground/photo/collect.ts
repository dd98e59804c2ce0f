import { checkUrl, refusalOfFile } from './check-file.js';
import { filePhoto, urlPhoto, type Photo } from './photo.js';

/** What a person gave: photos that may be sent, and in words what is wrong with the rest. */
export interface Collected {
  readonly photos: readonly Photo[];
  readonly refusal: string | null;
}

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

const nameOf = (file: File): string =>
  file.name === '' ? `photo.${EXTENSIONS[file.type] ?? 'img'}` : file.name;

export function collectFiles(files: readonly File[], most: number, maxBytes: number): Collected {
  const refusals = files.flatMap((file) => refusalOfFile(file, maxBytes) ?? []);
  const good = files.filter((file) => refusalOfFile(file, maxBytes) === null);
  const left = good.length - most;
  const surplus = left > 0 ? [`Only the first ${most === 1 ? 'photo is' : `${most} photos are`} taken.`] : [];
  const words = [...refusals.slice(0, 3), ...surplus];
  return {
    photos: good.slice(0, most).map((file) => filePhoto(file, nameOf(file))),
    refusal: words.length === 0 ? null : words.join(' '),
  };
}

export function collectUrl(text: string): Collected {
  const checked = checkUrl(text);
  return 'url' in checked
    ? { photos: [urlPhoto(checked.url)], refusal: null }
    : { photos: [], refusal: checked.refusal };
}

/** Photos and addresses out of a drop or a paste. */
export function collectTransfer(data: DataTransfer, most: number, maxBytes: number): Collected {
  const files = [...data.files];
  if (files.length > 0) return collectFiles(files, most, maxBytes);
  // The first line of a list of addresses that is not a comment.
  const list = data
    .getData('text/uri-list')
    .split(/\r?\n/)
    .find((line) => line !== '' && !line.startsWith('#'));
  const text = list ?? data.getData('text/plain');
  if (text.trim() === '') return { photos: [], refusal: 'There is neither a photo nor an address in it.' };
  return collectUrl(text);
}
