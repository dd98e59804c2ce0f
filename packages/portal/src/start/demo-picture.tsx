import { useState, type ReactElement } from 'react';
import { serviceUrl } from '../api/service-url.js';
import { useSession } from '../app/session.js';
import { faceName, genderText, type Face } from '../playground/faces/face.js';
import { DemoFace } from './demo-face.js';
import { SAMPLE_PHOTO, sampleDetection } from './sample-detection.js';

const DETECTION = sampleDetection();

/** The part of the photo that has the faces, so that they are well seen on a phone too. */
const SHOWN_PART = '430 70 1440 960';

/** A sample photo with what the service answers for it drawn on top; the rows below light up the faces. */
export function DemoPicture(): ReactElement {
  const { service } = useSession();
  const [lit, setLit] = useState<number | null>(null);
  const { faces, imageSize } = DETECTION;
  const { width, height } = imageSize;
  const hasPhoto = service?.samples.includes(SAMPLE_PHOTO) === true;
  return (
    <figure className="demo">
      <div className="demo-frame">
        <svg
          viewBox={SHOWN_PART}
          role="img"
          aria-label={`A photo of ${faces.length} people; each face has a box and 68 points.`}
        >
          {hasPhoto && <image href={serviceUrl(SAMPLE_PHOTO)} width={width} height={height} />}
          {faces.map((face) => (
            <DemoFace
              key={face.id}
              face={face}
              lit={lit === face.id}
              dimmed={lit !== null && lit !== face.id}
              onLight={setLit}
            />
          ))}
        </svg>
      </div>
      <figcaption>
        <ul className="demo-rows">
          {faces.map((face) => (
            <li key={face.id}>
              <FaceRow face={face} lit={lit === face.id} onLight={setLit} />
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

interface FaceRowProps {
  readonly face: Face;
  readonly lit: boolean;
  readonly onLight: (id: number | null) => void;
}

function FaceRow({ face, lit, onLight }: FaceRowProps): ReactElement {
  const on = (): void => {
    onLight(face.id);
  };
  const off = (): void => {
    onLight(null);
  };
  return (
    <button
      type="button"
      className="demo-row"
      aria-pressed={lit}
      onClick={on}
      onFocus={on}
      onBlur={off}
      onPointerEnter={on}
      onPointerLeave={off}
    >
      <strong>{faceName(face)}</strong>
      <span>{face.age} years</span>
      <span>{genderText(face)}</span>
    </button>
  );
}
