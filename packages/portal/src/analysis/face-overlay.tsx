import type { ReactElement } from 'react';
import { boxHeight, boxWidth, type Size } from '../playground/faces/box.js';
import { LANDMARK_LINES } from '../playground/faces/landmark-groups.js';
import { landmarkPath } from '../playground/faces/landmark-path.js';
import { cornersPath } from './corners.js';
import type { SeenFace } from './seen-face.js';

interface FaceOverlayProps {
  readonly face: SeenFace;
  readonly image: Size;
  readonly lit: boolean;
  readonly dimmed: boolean;
  readonly onLight: (id: number | null) => void;
}

/** Faces narrower than this share of the picture get their points only when somebody looks at them. */
const SMALL_FACE = 0.07;

/** One face drawn over its photo, in pixels of the photo; lines keep their width at any size. */
export function FaceOverlay({ face, image, lit, dimmed, onLight }: FaceOverlayProps): ReactElement {
  const [x, y] = face.box;
  const width = boxWidth(face.box);
  const small = width < SMALL_FACE * image.width;
  const tag = Math.max(image.width, image.height) / 34;
  return (
    <g
      className="face-overlay"
      data-face={face.id}
      data-lit={lit}
      data-dimmed={dimmed}
      onPointerEnter={() => {
        onLight(face.id);
      }}
      onPointerLeave={() => {
        onLight(null);
      }}
    >
      <rect className="face-area" x={x} y={y} width={width} height={boxHeight(face.box)} />
      {(!small || lit) && <Points face={face} />}
      <path className="face-halo" d={cornersPath(face.box)} />
      <path className="face-corners" d={cornersPath(face.box)} />
      <g transform={`translate(${x + width / 2} ${y - tag * 0.75})`} className="face-tag">
        <circle r={tag * 0.62} />
        <text fontSize={tag * 0.78} dy="0.35em">
          {face.id + 1}
        </text>
      </g>
    </g>
  );
}

function Points({ face }: { readonly face: SeenFace }): ReactElement {
  const radius = boxWidth(face.box) * 0.011;
  return (
    <>
      {LANDMARK_LINES.map((line) => (
        <path key={line.keys[0]} className="face-line" d={landmarkPath(line, face.landmarks)} />
      ))}
      {Object.entries(face.landmarks).map(([key, { x, y }]) => (
        <circle key={key} className="face-point" cx={x} cy={y} r={radius} />
      ))}
    </>
  );
}
