import type { ReactElement } from 'react';
import type { Photo } from '../photo/photo.js';
import { boxText } from './box.js';
import { detailLines, faceName, genderText, type Detection } from './face.js';
import type { FaceMarks } from './face-marks.js';
import { FacePortrait } from './face-portrait.js';

interface FaceListProps {
  readonly photo: Photo;
  readonly detection: Detection;
  readonly marks: FaceMarks;
}

/** The faces as rows; each does what its box on the photo does. */
export function FaceList({ photo, detection, marks }: FaceListProps): ReactElement {
  return (
    <ul className="pg-faces" aria-label="Faces">
      {detection.faces.map((face) => (
        <li key={face.id}>
          <button
            type="button"
            className="pg-row"
            aria-pressed={marks.chosen === face.id}
            data-lit={marks.highlighted === face.id}
            onClick={() => {
              marks.onChoose(face.id);
            }}
            {...marks.handlersOf(face.id)}
          >
            <FacePortrait photo={photo} box={face.box} image={detection.imageSize} />
            <span className="pg-row-text">
              <span className="pg-row-name">
                {faceName(face)} <span className="muted">{face.age} years</span>
              </span>
              <span>{genderText(face)}</span>
              <span className="muted numbers small">box {boxText(face.box)}</span>
              {face.details !== null &&
                detailLines(face.details).map((line) => (
                  <span key={line} className="numbers small">
                    {line}
                  </span>
                ))}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
