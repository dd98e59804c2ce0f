import { useState, type ReactElement } from 'react';
import { boxInPercent, type Box, type Size } from '../analysis/box.js';
import type { Photo } from '../playground/photo/photo.js';
import { useObjectUrl, useShownBytes } from '../playground/photo/pictures.js';

interface PhotoFacesProps {
  readonly photo: Photo;
  /** In pixels of the photo. */
  readonly boxes: readonly Box[];
  /** What stands on each box. */
  readonly labels: readonly string[];
}

/** A photo with boxes around faces; nothing for one that only the service has. */
export function PhotoFaces({ photo, boxes, labels }: PhotoFacesProps): ReactElement | null {
  const url = useObjectUrl(useShownBytes(photo));
  const [size, setSize] = useState<Size | null>(null);
  if (url === null) return null;
  return (
    <div className="people-photo">
      <div className="people-picture">
        <img
          src={url}
          alt={`The photo ${photo.name}`}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            setSize({ width, height });
          }}
        />
        {size !== null &&
          boxes.map((box, n) => (
            <span key={n} className="people-box" style={boxInPercent(box, size)} aria-hidden="true">
              <span>{labels[n]}</span>
            </span>
          ))}
      </div>
    </div>
  );
}
