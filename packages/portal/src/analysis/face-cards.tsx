import type { ReactElement } from 'react';
import { portraitCrop } from './box.js';
import { ageText, expressionText, genderText, percent, poseText } from './face-words.js';
import type { SeenFace, SeenFaces } from './face.js';

interface FaceCardsProps {
  readonly seen: SeenFaces;
  /** Where the picture is, for the small portraits; null while it moves. */
  readonly href: string | null;
  readonly lit: number | null;
  readonly onLight: (id: number | null) => void;
}

/** Every face in words and numbers. Looking at a card lights up the face, and the other way round. */
export function FaceCards({ seen, href, lit, onLight }: FaceCardsProps): ReactElement {
  return (
    <ul className="face-cards" aria-label="Faces">
      {seen.faces.map((face) => (
        <li key={face.id}>
          <button
            type="button"
            className="face-card"
            aria-pressed={lit === face.id}
            onClick={() => {
              onLight(face.id);
            }}
            onFocus={() => {
              onLight(face.id);
            }}
            onBlur={() => {
              onLight(null);
            }}
            onPointerEnter={() => {
              onLight(face.id);
            }}
            onPointerLeave={() => {
              onLight(null);
            }}
          >
            <Portrait face={face} seen={seen} href={href} />
            <span className="face-card-text">
              <span className="face-card-head">
                <strong>{ageText(face)}</strong>
                <span className="muted">years{face.details === null ? '' : ` (${face.age})`}</span>
              </span>
              <span>{genderText(face)}</span>
              {face.expression !== null && face.details !== null && (
                <span className="muted">
                  {expressionText(face.expression)}, looking {poseText(face.details.yaw, face.details.pitch)}
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
  readonly face: SeenFace;
  readonly seen: SeenFaces;
  readonly href: string | null;
}

function Portrait({ face, seen: { imageSize }, href }: PortraitProps): ReactElement {
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

function Bars({ face }: { readonly face: SeenFace }): ReactElement | null {
  if (face.details === null || face.expression === null) return null;
  const bars = [
    ['Smile', face.expression.smile],
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
