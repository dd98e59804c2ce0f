import type { CSSProperties, ReactElement } from 'react';
import { boxWidth } from '../../analysis/box.js';
import { cornersPath } from '../../analysis/face-overlay.js';
import { reliabilityWarning } from '../../analysis/face-text.js';
import type { Detection, Face } from '../../analysis/face.js';
import type { FaceSelection } from './use-slot.js';
import { LANDMARK_LINES, landmarkPath } from '../../analysis/landmarks.js';

interface FaceDrawingProps {
  readonly detection: Detection;
  readonly selection: Pick<FaceSelection, 'highlighted' | 'chosen'>;
  readonly points: boolean;
  /** Pixels of the page for one pixel of the photo. */
  readonly scale: number;
}

/** Points would hide a face narrower than this on the page: they are drawn only when it is highlighted or chosen. */
const ROOM_FOR_POINTS = 64;

/** Boxes and points over a photo, in pixels of the upright image. */
export function FaceDrawing({ detection, selection, points, scale }: FaceDrawingProps): ReactElement {
  const { width, height } = detection.imageSize;
  return (
    <svg
      className="pg-drawing"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {detection.faces.map((face) => {
        const lit = selection.highlighted === face.id;
        const shown = boxWidth(face.box) * scale;
        return (
          <g
            key={face.id}
            data-face={face.id}
            data-lit={lit}
            data-chosen={selection.chosen === face.id}
            data-unreliable={reliabilityWarning(face) !== null}
            data-dim={selection.highlighted !== null && !lit}
            style={{ '--dot': `${dotPixels(shown)}px` } as CSSProperties}
          >
            <path className="pg-box-halo" d={cornersPath(face.box)} />
            <path className="pg-box" d={cornersPath(face.box)} />
            {points && (lit || selection.chosen === face.id || shown >= ROOM_FOR_POINTS) && (
              <Points face={face} />
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Points grow with the face, within bounds: they stay dots on a small one and do not cover a large one. */
const dotPixels = (faceWidth: number): number => Math.min(6, Math.max(1.2, faceWidth / 42));

function Points({ face: { landmarks } }: { readonly face: Face }): ReactElement {
  return (
    <>
      {LANDMARK_LINES.map((line) => (
        <path key={line.keys[0]} className="pg-line" d={landmarkPath(line, landmarks)} />
      ))}
      {LANDMARK_LINES.map((line) => (
        // Lines of no length with round ends: dots of one size on the page at any zoom.
        <path
          key={line.keys[0]}
          className="pg-dots"
          d={line.keys.map((key) => dot(landmarks[key])).join('')}
        />
      ))}
    </>
  );
}

const dot = (point: { x: number; y: number } | undefined): string =>
  point === undefined ? '' : `M${point.x} ${point.y}h0`;
