import type { ReactElement } from 'react';
import { preparedAnswer } from '../start/prepared-answer.js';
import { boxHeight, boxWidth } from '../playground/faces/box.js';
import { LANDMARK_LINES } from '../playground/faces/landmark-groups.js';
import { landmarkPath } from '../playground/faces/landmark-path.js';

/** The points of a real face as a drawing, where there is no picture yet. */
export function PosterFace(): ReactElement | null {
  const face = preparedAnswer.seen.faces.at(-1);
  if (face === undefined) return null;
  const [x, y] = face.box;
  const margin = boxWidth(face.box) * 0.12;
  const area = [x - margin, y, boxWidth(face.box) + 2 * margin, boxHeight(face.box) + margin];
  return (
    <svg className="poster-face" viewBox={area.join(' ')} aria-hidden="true">
      {LANDMARK_LINES.map((line) => (
        <path key={line.keys[0]} d={landmarkPath(line, face.landmarks)} />
      ))}
      {Object.entries(face.landmarks).map(([key, point]) => (
        <circle key={key} cx={point.x} cy={point.y} r={boxWidth(face.box) * 0.013} />
      ))}
    </svg>
  );
}
