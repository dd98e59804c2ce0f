import type { FileSource, ImageSource } from '../../analysis/request.js';

/** A photo from the person. It is only in the memory of this page; photos with the same ID are the same. */
export interface Photo {
  readonly name: string;
  readonly source: ImageSource;
  /** What the browser did to it before it is sent. */
  readonly note?: string;
}

/** A file of this browser, which can be shown. */
export interface FilePhoto extends Photo {
  readonly source: FileSource;
}

/** `id` where the photo is known by one, such as the path of a sample. */
export const filePhoto = (bytes: Blob, name: string, id = randomId()): FilePhoto => ({
  name,
  source: { kind: 'file', id, name, bytes },
});

/** A photo that the service is to fetch: this page loads nothing from other hosts. */
export const urlPhoto = (url: string): Photo => ({
  name: lastPartOf(url),
  source: { kind: 'url', url },
});

export const isFilePhoto = (photo: Photo): photo is FilePhoto => photo.source.kind === 'file';

function lastPartOf(address: string): string {
  const { pathname, hostname } = new URL(address);
  const part = pathname.split('/').filter(Boolean).at(-1);
  return part ?? hostname;
}

export const photoId = ({ source }: Photo): string => (source.kind === 'url' ? source.url : source.id);

/** Unlike crypto.randomUUID it also works on a page that came over plain http. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
