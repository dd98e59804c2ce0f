import type { ReactElement } from 'react';
import { boxHeight, boxWidth, portraitCrop, type Box, type Point, type Size } from '../../analysis/box.js';
import type { Face } from '../../analysis/face.js';
import { LANDMARK_LINES, landmarkPath } from '../../analysis/landmarks.js';
import type { Photo } from '../photo/photo.js';
import { useObjectUrl, useShownBytes } from '../photo/pictures.js';

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

/** The side of the square that a face is aligned in. */
export const ALIGNED_SIDE = 100;
/** How much of it the face takes. */
const FACE_SHARE = 0.66;

/** An SVG matrix: x' = a·x + c·y + e, y' = b·x + d·y + f. */
interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

const matrixText = ({ a, b, c, d, e, f }: Matrix): string => `matrix(${a} ${b} ${c} ${d} ${e} ${f})`;

export const applied = ({ a, b, c, d, e, f }: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** Turns a face upright by its eyes, and brings it to one size in the middle of the square. */
export function alignment(box: Box, landmarks: Readonly<Record<string, Point>>): Matrix {
  const [x1, y1] = box;
  const centre = { x: x1 + boxWidth(box) / 2, y: y1 + boxHeight(box) / 2 };
  const angle = -rollOf(landmarks);
  const scale = (ALIGNED_SIDE * FACE_SHARE) / Math.max(boxWidth(box), boxHeight(box), 1);
  const a = scale * Math.cos(angle);
  const b = scale * Math.sin(angle);
  return {
    a,
    b,
    c: -b,
    d: a,
    e: ALIGNED_SIDE / 2 - a * centre.x + b * centre.y,
    f: ALIGNED_SIDE / 2 - b * centre.x - a * centre.y,
  };
}

const EYES = LANDMARK_LINES.filter(({ group }) => group === 'eyes');

/** How far the line through the eyes is turned, in radians; 0 where there are no eyes to go by. */
function rollOf(landmarks: Readonly<Record<string, Point>>): number {
  const [left, right] = EYES.map(({ keys }) => middle(keys.flatMap((key) => landmarks[key] ?? [])));
  if (left === undefined || right === undefined || left === null || right === null) return 0;
  return Math.atan2(right.y - left.y, right.x - left.x);
}

function middle(points: readonly Point[]): Point | null {
  if (points.length === 0) return null;
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
