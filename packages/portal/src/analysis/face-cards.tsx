import type { ReactElement } from 'react';
import { portraitCrop } from './box.js';
import { percent } from '../app/format.js';
import { ageText, expressionText, genderText, poseText } from './face-text.js';
import type { Detection, Face } from './face.js';
import type { Highlight } from './highlight.js';

interface FaceCardsProps {
  readonly detection: Detection;
  /** The address of the picture, for the small portraits; null for video. */
  readonly href: string | null;
  readonly highlight: Highlight;
  /** Who the faces are, by their numbers, where that is known. */
  readonly names?: ReadonlyMap<number, string> | undefined;
}

/** The attributes of every face. Pointing at a card highlights the face in the photo, and the other way round. */
export function FaceCards({ detection, href, highlight, names }: FaceCardsProps): ReactElement {
  const { highlighted, handlersOf } = highlight;
  return (
    <ul className="face-cards" aria-label="Faces">
      {detection.faces.map((face) => (
        <li key={face.id}>
          <button
            type="button"
            className="face-card"
            aria-pressed={highlighted === face.id}
            // Safari does not focus a button that is clicked.
            onClick={handlersOf(face.id).onFocus}
            {...handlersOf(face.id)}
          >
            <Portrait face={face} detection={detection} href={href} />
            <span className="face-card-text">
              {names?.has(face.id) === true && (
                <strong className="face-card-name">{names.get(face.id)}</strong>
              )}
              <span className="face-card-head">
                <strong>{ageText(face)}</strong>
                <span className="muted">years{face.details === null ? '' : ` (${face.age})`}</span>
              </span>
              <span>{genderText(face)}</span>
              {face.details !== null && (
                <span className="muted">
                  {expressionText(face.details.expression)}, looking{' '}
                  {poseText(face.details.yaw, face.details.pitch)}
                </span>
              )}
            </span>
            <Bars face={face} />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface PortraitProps {
  readonly face: Face;
  readonly detection: Detection;
  readonly href: string | null;
}

function Portrait({ face, detection: { imageSize }, href }: PortraitProps): ReactElement {
  const { x, y, side } = portraitCrop(face.box, imageSize, 0.15);
  return (
    <span className={href === null ? 'face-portrait face-portrait-none' : 'face-portrait'} aria-hidden="true">
      {href !== null && (
        <svg viewBox={`${x} ${y} ${side} ${side}`}>
          <image href={href} width={imageSize.width} height={imageSize.height} />
        </svg>
      )}
      <span className="face-number">{face.id + 1}</span>
    </span>
  );
}

function Bars({ face }: { readonly face: Face }): ReactElement | null {
  if (face.details === null) return null;
  const bars = [
    ['Smile', face.details.expression.smile],
    ['Photo quality', face.details.qualityScore],
    ['Face detected', face.details.confidence],
  ] as const;
  return (
    <span className="face-bars">
      {bars.map(([name, share]) => (
        <span key={name} className="face-bar">
          <span className="muted">{name}</span>
          <span className="face-bar-track" aria-hidden="true">
            <span style={{ width: percent(share) }} />
          </span>
          <span className="numbers">{percent(share)}</span>
        </span>
      ))}
    </span>
  );
}
