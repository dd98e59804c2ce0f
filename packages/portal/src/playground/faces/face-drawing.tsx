import type { ReactElement } from 'react';
import { boxHeight, boxWidth } from './box.js';
import type { Detection, Face } from './face.js';
import type { FaceMarks } from './face-marks.js';
import { LANDMARK_LINES } from './landmark-groups.js';
import { landmarkPath } from './landmark-path.js';

interface FaceDrawingProps {
  readonly detection: Detection;
  readonly marks: Pick<FaceMarks, 'highlighted' | 'chosen'>;
  readonly points: boolean;
}

/** Boxes and points over a photo, in pixels of the upright image; strokes keep their width at any size. */
export function FaceDrawing({ detection, marks, points }: FaceDrawingProps): ReactElement {
  const { width, height } = detection.imageSize;
  return (
    <svg
      className="pg-drawing"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {detection.faces.map((face) => (
        <g
          key={face.id}
          data-face={face.id}
          data-lit={marks.highlighted === face.id}
          data-chosen={marks.chosen === face.id}
          data-dim={marks.highlighted !== null && marks.highlighted !== face.id}
        >
          <Rectangle face={face} kind="pg-box-halo" />
          <Rectangle face={face} kind="pg-box" />
          {points && <Points face={face} />}
        </g>
      ))}
    </svg>
  );
}

function Rectangle({ face, kind }: { readonly face: Face; readonly kind: string }): ReactElement {
  const [x, y] = face.box;
  return <rect className={kind} x={x} y={y} width={boxWidth(face.box)} height={boxHeight(face.box)} />;
}

function Points({ face: { landmarks } }: { readonly face: Face }): ReactElement {
  return (
    <>
      {LANDMARK_LINES.map((line) => (
        <path key={line.keys[0]} className={`pg-line pg-${line.group}`} d={landmarkPath(line, landmarks)} />
      ))}
      {LANDMARK_LINES.map((line) => (
        // Lines of no length with round ends: dots that stay the same size at any zoom.
        <path
          key={line.keys[0]}
          className={`pg-dots pg-${line.group}`}
          d={line.keys.map((key) => dot(landmarks[key])).join('')}
        />
      ))}
    </>
  );
}

const dot = (point: { x: number; y: number } | undefined): string =>
  point === undefined ? '' : `M${point.x} ${point.y}h0`;
