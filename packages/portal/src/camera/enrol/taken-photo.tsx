import type { ReactElement } from 'react';
import { percent } from '../../analysis/face-text.js';
import { useSession } from '../../app/session.js';
import { Button, ButtonLink } from '../../design/button.js';
import type { Vector } from '../../analysis/face.js';
import { useObjectUrl } from '../../playground/photo/pictures.js';
import type { EnrolmentPhoto, PhotoQuality } from './enrolment-photo.js';
import { SaveTemplateForm } from './save-template-form.js';

interface TakenPhotoProps {
  readonly photo: EnrolmentPhoto;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The photo that was taken, how good it is as a template, and what can be done with it. */
export function TakenPhoto({ photo, onAgain, onClose }: TakenPhotoProps): ReactElement {
  const { account } = useSession();
  const url = useObjectUrl(photo.bytes);
  return (
    <>
      <div className="stage taken-photo">
        {url !== null && (
          <>
            <img className="stage-ground" src={url} alt="" />
            <img className="taken-picture" src={url} alt="The photo that was taken" />
          </>
        )}
      </div>
      <div className="answer-panel check-panel">
        <div className="answer-scroll stack">
          <div role="status">
            <h2>Photo taken</h2>
          </div>
          <p>
            <span className="quality-score">{percent(photo.quality.score)}</span> template quality
          </p>
          <SaveTemplateForm photo={photo} owner={account?.email ?? ''} />
          <Quality quality={photo.quality} />
          <VectorBars vector={photo.vector} />
        </div>
        <div className="taken-actions">
          <Button small onClick={onAgain}>
            Take another
          </Button>
          {url !== null && (
            <ButtonLink small href={url} download="enrolment.jpg">
              Download
            </ButtonLink>
          )}
          <Button small look="quiet" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </>
  );
}

function Quality({ quality }: { readonly quality: PhotoQuality }): ReactElement {
  const { sharpness, evenness, illumination, width, height } = quality;
  const facts = [
    ['Face', `${width} × ${height} pixels`],
    ['Light', `${Math.round(illumination)} of 255`],
    ['Even light', percent(evenness)],
    ['Sharpness', percent(sharpness)],
  ] as const;
  return (
    <dl className="quality-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="numbers">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const HEIGHT = 40;

/** The 128 numbers of a template as bars: above the line where positive, below where negative. */
function VectorBars({ vector }: { readonly vector: Vector }): ReactElement {
  const most = Math.max(...vector.map(Math.abs), Number.EPSILON);
  return (
    <figure className="vector-bars">
      <svg
        viewBox={`0 0 ${vector.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The ${vector.length} numbers of the template`}
      >
        {vector.map((value, n) => {
          const length = (Math.abs(value) / most) * (HEIGHT / 2);
          return (
            <rect
              key={n}
              data-sign={value < 0 ? 'minus' : 'plus'}
              x={n + 0.15}
              width="0.7"
              y={value < 0 ? HEIGHT / 2 : HEIGHT / 2 - length}
              height={length}
            />
          );
        })}
      </svg>
      <figcaption className="small muted">The template: {vector.length} numbers</figcaption>
    </figure>
  );
}
