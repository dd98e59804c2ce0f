import { useRef, useState } from 'react';
import { usePlayground } from '../playground-state.js';
import { urlPhoto, type Photo } from './photo.js';
import { checkUrl, prepareFile } from './prepare-file.js';

export interface PhotoPicker {
  readonly takeFiles: (files: readonly File[]) => void;
  readonly takeTransfer: (data: DataTransfer) => void;
  readonly takePhoto: (photo: Photo) => void;
  /** What is wrong with the last input, as a message. */
  readonly rejection: string | null;
  readonly reject: (message: string | null) => void;
  /** While the browser converts or reduces a photo. */
  readonly preparing: boolean;
}

/** Turns what people drop, paste or choose into photos that the service accepts. */
export function usePhotoPicker(onPhotos: (photos: readonly Photo[]) => void, most = 1): PhotoPicker {
  const { maxImageBytes } = usePlayground();
  const [rejection, reject] = useState<string | null>(null);
  const [preparing, setPreparing] = useState(false);
  const latest = useRef(0);

  function take(collecting: Promise<Collected>): void {
    latest.current += 1;
    const turn = latest.current;
    reject(null);
    setPreparing(true);
    void collecting.then(({ photos, rejection: message }) => {
      // Newer input has replaced this one.
      if (turn !== latest.current) return;
      setPreparing(false);
      reject(message);
      if (photos.length > 0) onPhotos(photos);
    });
  }
  return {
    rejection,
    reject,
    preparing,
    takeFiles: (files) => {
      take(collectFiles(files, most, maxImageBytes));
    },
    takeTransfer: (data) => {
      take(collectTransfer(data, most, maxImageBytes));
    },
    takePhoto: (photo) => {
      take(Promise.resolve({ photos: [photo], rejection: null }));
    },
  };
}

/** The photos of an input that can be sent, and a message about the rest. */
interface Collected {
  readonly photos: readonly Photo[];
  readonly rejection: string | null;
}

const MAX_REJECTIONS_SHOWN = 3;

async function collectFiles(files: readonly File[], most: number, maxBytes: number): Promise<Collected> {
  const photos: Photo[] = [];
  const rejections: string[] = [];
  // One after the other: a photo that is being converted takes a lot of memory.
  for (const file of files) {
    if (photos.length === most) {
      rejections.push(`Only the first ${most === 1 ? 'photo is' : `${most} photos are`} used.`);
      break;
    }
    const prepared = await prepareFile(file, maxBytes);
    if ('photo' in prepared) photos.push(prepared.photo);
    else if (rejections.length < MAX_REJECTIONS_SHOWN) rejections.push(prepared.rejection);
  }
  return { photos, rejection: rejections.length === 0 ? null : rejections.join(' ') };
}

function collectUrl(text: string): Collected {
  const checked = checkUrl(text);
  return 'url' in checked
    ? { photos: [urlPhoto(checked.url)], rejection: null }
    : { photos: [], rejection: checked.rejection };
}

/** The photos or the URL in a drop or a paste. */
function collectTransfer(data: DataTransfer, most: number, maxBytes: number): Promise<Collected> {
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
    text.trim() === ''
      ? { photos: [], rejection: 'That contains neither a photo nor a URL.' }
      : collectUrl(text),
  );
}
