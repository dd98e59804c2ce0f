import { useRef, useState, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import { boxInPercent, boxWidth, type Size } from '../../analysis/box.js';
import { FaceDrawing } from '../faces/face-drawing.js';
import type { FaceSelection } from '../faces/use-slot.js';
import { faceSummary, shortAge, reliabilityWarning } from '../../analysis/face-text.js';
import type { Detection, Face } from '../../analysis/face.js';
import { useObjectUrl, useShownBytes } from '../photo/pictures.js';
import type { Photo } from '../photo/photo.js';
import { useSize, useView } from './use-view.js';
import { placementOf } from './view.js';
import './canvas.css';

interface PhotoCanvasProps {
  readonly photo: Photo;
  readonly detection: Detection | null;
  readonly selection: FaceSelection;
  /** Whether the 68 points are drawn. */
  readonly points?: boolean;
  /** Labels for the boxes, by the number of the face. */
  readonly names?: ReadonlyMap<number, string>;
  /** Shown in the bar below the photo. */
  readonly tools?: ReactNode;
  /** Shown over the lower edge of the photo: what is loading. */
  readonly overlay?: ReactNode;
}

const NOTHING: Size = { width: 0, height: 0 };

/** A photo fitted to its frame, to zoom and to move, with what was found in it. Each face is a button. */
export function PhotoCanvas(props: PhotoCanvasProps): ReactElement {
  const { photo, detection, selection, points = false, names, tools, overlay } = props;
  const url = useObjectUrl(useShownBytes(photo));
  const frame = useRef<HTMLDivElement>(null);
  const frameSize = useSize(frame) ?? NOTHING;
  const [natural, setNatural] = useState<Size | null>(null);
  const [broken, setBroken] = useState(false);
  const image = detection?.imageSize ?? natural;
  const { view, zoomBy, showAll, onKeyDown, handlers } = useView(frame, frameSize, image ?? frameSize);
  const { left, top, width, height, scale } = placementOf(view, frameSize, image ?? frameSize);
  const hasPicture = url !== null && !broken;
  return (
    <div className="pg-canvas" style={image === null ? undefined : shape(image)} onKeyDown={onKeyDown}>
      <div
        className="pg-frame"
        ref={frame}
        data-zoomed={view.zoom > 1}
        data-known={image !== null}
        {...handlers}
      >
        <div className="pg-stage" style={{ left, top, width, height }}>
          {hasPicture && (
            <img
              src={url}
              alt={`The photo ${photo.name}`}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
                setNatural({ width: naturalWidth, height: naturalHeight });
              }}
              onError={() => {
                setBroken(true);
              }}
            />
          )}
          {detection !== null && (
            <>
              <FaceDrawing detection={detection} selection={selection} points={points} scale={scale} />
              {detection.faces.map((face) => (
                <button
                  key={face.id}
                  type="button"
                  className="pg-face"
                  style={boxInPercent(face.box, detection.imageSize)}
                  aria-label={
                    names?.has(face.id) === true
                      ? `${faceSummary(face)}: ${names.get(face.id) ?? ''}`
                      : faceSummary(face)
                  }
                  aria-pressed={selection.chosen === face.id}
                  data-lit={selection.highlighted === face.id}
                  data-unreliable={reliabilityWarning(face) !== null}
                  onClick={() => {
                    selection.onChoose(face.id);
                  }}
                  {...selection.handlersOf(face.id)}
                >
                  <FaceTag
                    face={face}
                    name={names?.get(face.id)}
                    small={boxWidth(face.box) * scale < SMALL_TAG}
                  />
                </button>
              ))}
            </>
          )}
        </div>
        {!hasPicture && <NoPicture photo={photo} broken={broken} drawn={detection !== null} />}
        {overlay !== undefined && <div className="pg-overlay">{overlay}</div>}
      </div>
      {image !== null && (
        // Below the photo: a control on it would cover a face.
        <div className="pg-controls">
          {tools}
          <div className="pg-zoom" role="group" aria-label="Zoom">
            <button
              type="button"
              aria-label="Zoom in"
              title="Zoom in (+)"
              onClick={() => {
                zoomBy(ZOOM_STEP);
              }}
            >
              +
            </button>
            <button
              type="button"
              aria-label="Zoom out"
              title="Zoom out (−)"
              disabled={view.zoom === 1}
              onClick={() => {
                zoomBy(1 / ZOOM_STEP);
              }}
            >
              −
            </button>
            <button
              type="button"
              aria-label="Fit the photo"
              title="Fit the photo (0)"
              disabled={view.zoom === 1}
              onClick={showAll}
            >
              Fit
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

/** On a narrow screen the frame has the shape of the photo. */
const shape = ({ width, height }: Size): CSSProperties =>
  ({ '--ratio': String(width / Math.max(1, height)) }) as CSSProperties;

const ZOOM_STEP = 1.6;
/** A box narrower than this many pixels on the page shows its number only while it is highlighted. */
const SMALL_TAG = 34;

interface FaceTagProps {
  readonly face: Face;
  /** Of the person. */
  readonly name: string | undefined;
  readonly small: boolean;
}

/** The age is an attribute that the style shows: the name of the button says it in words. */
const FaceTag = ({ face, name, small }: FaceTagProps): ReactElement => (
  <span
    className="pg-face-tag"
    data-small={small && name === undefined}
    data-named={name !== undefined}
    data-age={name === undefined ? shortAge(face) : undefined}
  >
    {name ?? face.id + 1}
  </span>
);

interface NoPictureProps {
  readonly photo: Photo;
  readonly broken: boolean;
  readonly drawn: boolean;
}

function NoPicture({ photo, broken, drawn }: NoPictureProps): ReactElement | null {
  if (broken)
    return <p className="pg-no-picture">Your browser cannot show “{photo.name}”. The file may be damaged.</p>;
  // It is still loading, or a notice says why it failed.
  if (photo.source.kind === 'file' || !drawn) return null;
  return (
    <p className="pg-no-picture" data-drawn="true">
      No preview: only the service can load this image.
    </p>
  );
}
