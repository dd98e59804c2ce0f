import type { ReactElement } from 'react';
import { boxHeight, boxWidth, type Box, type Size } from './box.js';
import { shortAge } from './face-text.js';
import type { Face } from './face.js';
import type { Highlight } from './highlight.js';
import { LANDMARK_LINES, landmarkPath } from './landmarks.js';

interface FaceOverlayProps {
  readonly face: Face;
  readonly image: Size;
  readonly highlight: Highlight;
}

/** The points of faces narrower than this share of the picture are drawn only when the face is highlighted. */
const SMALL_FACE = 0.07;

/** One face drawn over its photo, in pixels of the photo; lines keep their width at any size. */
export function FaceOverlay({ face, image, highlight }: FaceOverlayProps): ReactElement {
  const highlighted = highlight.highlighted === face.id;
  const { onPointerEnter, onPointerLeave } = highlight.handlersOf(face.id);
  const [x, y] = face.box;
  const width = boxWidth(face.box);
  const small = width < SMALL_FACE * image.width;
  const tag = Math.max(image.width, image.height) / 34;
  const tagText = `${face.id + 1} · ${shortAge(face)}`;
  // Digits are a little wider than half of their height.
  const tagWidth = tag * (0.7 + 0.44 * tagText.length);
  return (
    <g
      className="face-overlay"
      data-face={face.id}
      data-lit={highlighted}
      data-dimmed={highlight.highlighted !== null && !highlighted}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
    >
      <rect className="face-area" x={x} y={y} width={width} height={boxHeight(face.box)} />
      {(!small || highlighted) && <Points face={face} />}
      <path className="face-halo" d={cornersPath(face.box)} />
      <path className="face-corners" d={cornersPath(face.box)} />
      <g transform={`translate(${x} ${y - tag * 0.75})`} className="face-tag">
        <rect y={-tag * 0.62} width={tagWidth} height={tag * 1.24} rx={tag * 0.2} />
        <text fontSize={tag * 0.78} x={tagWidth / 2} dy="0.35em">
          {tagText}
        </text>
      </g>
    </g>
  );
}

function Points({ face }: { readonly face: Face }): ReactElement {
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

/** Share of the shorter side that each arm of a corner takes. */
const ARM = 0.22;

/** The four corners of a box as an SVG path: they mark a face without covering it. */
export function cornersPath(box: Box): string {
  const [x1, y1, x2, y2] = box;
  const arm = Math.round(Math.min(boxWidth(box), boxHeight(box)) * ARM * 10) / 10;
  return [
    `M${x1} ${y1 + arm}V${y1}H${x1 + arm}`,
    `M${x2 - arm} ${y1}H${x2}V${y1 + arm}`,
    `M${x2} ${y2 - arm}V${y2}H${x2 - arm}`,
    `M${x1 + arm} ${y2}H${x1}V${y2 - arm}`,
  ].join('');
}
