import { useState, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import { isFilePhoto, type Photo } from '../photo/photo.js';
import { useObjectUrl } from '../photo/object-url.js';
import { boxInPercent, type Size } from './box.js';
import { FaceDrawing } from './face-drawing.js';
import type { FaceMarks } from './face-marks.js';
import { faceSummary, type Detection } from './face.js';

interface FacePhotoProps {
  readonly photo: Photo;
  readonly detection: Detection | null;
  readonly marks: FaceMarks;
  readonly points?: boolean;
  /** Lies over the lower edge of the photo: what is being waited for. */
  readonly overlay?: ReactNode;
}

/** A photo with what was found in it. Each face is a button. */
export function FacePhoto(props: FacePhotoProps): ReactElement {
  const { photo, detection, marks, points = true, overlay } = props;
  const url = useObjectUrl(isFilePhoto(photo) ? photo.source.bytes : null);
  const [natural, setNatural] = useState<Size | null>(null);
  const size = detection?.imageSize ?? natural;
  return (
    <figure className="pg-photo">
      <div className="pg-canvas" style={size === null ? undefined : shape(size)}>
        {url !== null && (
          <img
            src={url}
            alt={`The photo ${photo.name}`}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              setNatural({ width, height });
            }}
          />
        )}
        {!isFilePhoto(photo) && <NoPicture drawn={detection !== null} />}
        {detection !== null && (
          <>
            <FaceDrawing detection={detection} marks={marks} points={points} />
            {detection.faces.map((face) => (
              <button
                key={face.id}
                type="button"
                className="pg-face"
                style={boxInPercent(face.box, detection.imageSize)}
                aria-label={faceSummary(face)}
                aria-pressed={marks.chosen === face.id}
                data-lit={marks.highlighted === face.id}
                onClick={() => {
                  marks.onChoose(face.id);
                }}
                {...marks.handlersOf(face.id)}
              >
                <span className="pg-face-number">{face.id + 1}</span>
              </button>
            ))}
          </>
        )}
        {overlay !== undefined && <div className="pg-overlay">{overlay}</div>}
      </div>
      <figcaption className="small muted">{photo.name}</figcaption>
    </figure>
  );
}

/** As wide as there is room, but not taller than a screen. */
const shape = ({ width, height }: Size): CSSProperties =>
  ({ '--ratio': String(width / Math.max(1, height)) }) as CSSProperties;

/** A photo at another address: the page loads nothing from other hosts, so only what was found is drawn. */
function NoPicture({ drawn }: { readonly drawn: boolean }): ReactElement {
  return (
    <p className={`pg-no-picture${drawn ? ' pg-no-picture-drawn' : ''}`}>
      {drawn
        ? 'Drawn from the answer: your browser did not load the photo.'
        : 'The service fetches this photo. Your browser loads nothing from other hosts, so it is not shown here.'}
    </p>
  );
}
