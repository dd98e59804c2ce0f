import type { ReactElement } from 'react';
import type { Face } from '../playground/faces/face.js';
import { LANDMARK_LINES } from '../playground/faces/landmark-groups.js';
import { landmarkPath } from '../playground/faces/landmark-path.js';

interface DemoFaceProps {
  readonly face: Face;
  readonly lit: boolean;
  readonly dimmed: boolean;
  readonly onLight: (id: number | null) => void;
}

export function DemoFace({ face, lit, dimmed, onLight }: DemoFaceProps): ReactElement {
  const [x1, y1, x2, y2] = face.box;
  return (
    <g
      className={`demo-face${lit ? ' demo-lit' : ''}${dimmed ? ' demo-dimmed' : ''}`}
      onPointerEnter={() => {
        onLight(face.id);
      }}
      onPointerLeave={() => {
        onLight(null);
      }}
    >
      <rect x={x1} y={y1} width={x2 - x1} height={y2 - y1} rx="10" />
      {LANDMARK_LINES.map((line) => (
        <path key={line.keys.join()} d={landmarkPath(line, face.landmarks)} />
      ))}
      {Object.entries(face.landmarks).map(([key, { x, y }]) => (
        <circle key={key} cx={x} cy={y} r="4" />
      ))}
    </g>
  );
}
