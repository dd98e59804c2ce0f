import type { ReactElement } from 'react';
import { useObjectUrl, useShownBytes } from '../photo/pictures.js';
import type { Photo } from '../photo/photo.js';
import { portraitCrop, type Box, type Size } from './box.js';

interface FacePortraitProps {
  readonly photo: Photo;
  readonly box: Box;
  readonly image: Size;
}

/** A small square picture of one face, cut out by the browser; an empty square for a photo it does not have. */
export function FacePortrait({ photo, box, image }: FacePortraitProps): ReactElement {
  const url = useObjectUrl(useShownBytes(photo));
  const { x, y, side } = portraitCrop(box, image);
  const percent = (part: number): string => `${(part / side) * 100}%`;
  return (
    <span className="pg-portrait" aria-hidden="true">
      {url !== null && (
        <img
          src={url}
          alt=""
          style={{
            width: percent(image.width),
            height: percent(image.height),
            left: percent(-x),
            top: percent(-y),
          }}
        />
      )}
    </span>
  );
}
