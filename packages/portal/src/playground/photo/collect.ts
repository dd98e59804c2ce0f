import { checkUrl } from './check-file.js';
import { prepareFile } from './prepare-file.js';
import { urlPhoto, type Photo } from './photo.js';

/** What a person gave: photos that may be sent, and in words what is wrong with the rest. */
export interface Collected {
  readonly photos: readonly Photo[];
  readonly refusal: string | null;
}

const MAX_REFUSALS_TOLD = 3;

export async function collectFiles(
  files: readonly File[],
  most: number,
  maxBytes: number,
): Promise<Collected> {
  const photos: Photo[] = [];
  const refusals: string[] = [];
  // One after the other: a photo that is being converted takes a lot of memory.
  for (const file of files) {
    if (photos.length === most) {
      refusals.push(`Only the first ${most === 1 ? 'photo is' : `${most} photos are`} used.`);
      break;
    }
    const prepared = await prepareFile(file, maxBytes);
    if ('photo' in prepared) photos.push(prepared.photo);
    else if (refusals.length < MAX_REFUSALS_TOLD) refusals.push(prepared.refusal);
  }
  return { photos, refusal: refusals.length === 0 ? null : refusals.join(' ') };
}

export function collectUrl(text: string): Collected {
  const checked = checkUrl(text);
  return 'url' in checked
    ? { photos: [urlPhoto(checked.url)], refusal: null }
    : { photos: [], refusal: checked.refusal };
}

/** Photos and addresses out of a drop or a paste. */
export function collectTransfer(data: DataTransfer, most: number, maxBytes: number): Promise<Collected> {
  // The browser empties a transfer as soon as its event is over, so everything is read before the first wait.
  const files = [...data.files];
  if (files.length > 0) return collectFiles(files, most, maxBytes);
  // The first line of a list of addresses that is not a comment.
  const list = data
    .getData('text/uri-list')
    .split(/\r?\n/)
    .find((line) => line !== '' && !line.startsWith('#'));
  const text = list ?? data.getData('text/plain');
  return Promise.resolve(
    text.trim() === '' ? { photos: [], refusal: 'There is no photo and no URL in it.' } : collectUrl(text),
  );
}
