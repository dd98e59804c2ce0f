import type { ReactElement } from 'react';
import { useObjectUrl, useShownBytes } from '../photo/pictures.js';
import type { Photo } from '../photo/photo.js';
import { ALIGNED_SIDE, alignment, matrixText } from './align.js';
import type { Size } from './box.js';
import type { Face } from './face.js';
import { LANDMARK_LINES } from './landmark-groups.js';
import { landmarkPath } from './landmark-path.js';

interface AlignedFaceProps {
  readonly photo: Photo;
  readonly face: Face;
  readonly image: Size;
}

/** A face turned upright and brought to one size; its lines stand in for a photo that this page does not have. */
export function AlignedFace({ photo, face, image }: AlignedFaceProps): ReactElement {
  const url = useObjectUrl(useShownBytes(photo));
  const transform = matrixText(alignment(face.box, face.landmarks));
  return (
    <svg
      className="pg-aligned"
      viewBox={`0 0 ${ALIGNED_SIDE} ${ALIGNED_SIDE}`}
      aria-hidden="true"
      focusable="false"
    >
      {url === null ? (
        <g transform={transform}>
          {LANDMARK_LINES.map((line) => (
            <path key={line.keys[0]} d={landmarkPath(line, face.landmarks)} />
          ))}
        </g>
      ) : (
        <image href={url} width={image.width} height={image.height} transform={transform} />
      )}
    </svg>
  );
}
