import { useRef, useState } from 'react';
import { useWorkbench } from '../workbench.js';
import { collectFiles, collectTransfer, type Collected } from './collect.js';
import type { Photo } from './photo.js';

export interface PhotoTaker {
  readonly takeFiles: (files: readonly File[]) => void;
  readonly takeTransfer: (data: DataTransfer) => void;
  readonly takePhoto: (photo: Photo) => void;
  /** What is wrong with what was given last, in words. */
  readonly refusal: string | null;
  readonly refuse: (words: string | null) => void;
  /** While the browser converts or reduces a photo. */
  readonly preparing: boolean;
}

/** Takes what people drop, paste or choose, and makes photos of it that the service accepts. */
export function useTakePhotos(onPhotos: (photos: readonly Photo[]) => void, most = 1): PhotoTaker {
  const { maxImageBytes } = useWorkbench();
  const [refusal, refuse] = useState<string | null>(null);
  const [preparing, setPreparing] = useState(false);
  const latest = useRef(0);

  function take(collecting: Promise<Collected>): void {
    latest.current += 1;
    const turn = latest.current;
    refuse(null);
    setPreparing(true);
    void collecting.then(({ photos, refusal: words }) => {
      // Something else was given meanwhile.
      if (turn !== latest.current) return;
      setPreparing(false);
      refuse(words);
      if (photos.length > 0) onPhotos(photos);
    });
  }
  return {
    refusal,
    refuse,
    preparing,
    takeFiles: (files) => {
      take(collectFiles(files, most, maxImageBytes));
    },
    takeTransfer: (data) => {
      take(collectTransfer(data, most, maxImageBytes));
    },
    takePhoto: (photo) => {
      take(Promise.resolve({ photos: [photo], refusal: null }));
    },
  };
}
