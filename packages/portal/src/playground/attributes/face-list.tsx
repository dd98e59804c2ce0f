import { useEffect, useRef, type ReactElement } from 'react';
import { ButtonLink } from '../../design/button.js';
import { CopyButton } from '../../design/copy.js';
import { FactList, type Fact } from '../../design/fact-list.js';
import { boxText } from '../../analysis/box.js';
import { percent } from '../../app/format.js';
import { faceName, genderText, reliabilityWarning } from '../../analysis/face-text.js';
import type { Detection, Face } from '../../analysis/face.js';
import type { FaceSelection } from '../faces/use-slot.js';
import { FacePortrait } from '../faces/face-portrait.js';
import type { Photo } from '../photo/photo.js';

interface FaceListProps {
  readonly photo: Photo;
  readonly detection: Detection;
  readonly selection: FaceSelection;
}

/** The faces as rows, which act like their boxes on the photo; the chosen one shows more. */
export function FaceList({ photo, detection, selection }: FaceListProps): ReactElement {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Keep the face that is highlighted or chosen in the photo visible in the list.
    const at = selection.highlighted ?? selection.chosen;
    const row = list.current?.querySelector(`[data-row="${at ?? ''}"]`);
    if (row instanceof HTMLElement) scrollWithin(row);
  }, [selection.highlighted, selection.chosen]);
  return (
    <ul className="pg-faces" aria-label="Faces" ref={list}>
      {detection.faces.map((face) => {
        const chosen = selection.chosen === face.id;
        return (
          <li key={face.id} data-row={face.id} data-chosen={chosen}>
            <button
              type="button"
              className="pg-row"
              aria-pressed={chosen}
              data-lit={selection.highlighted === face.id}
              onClick={() => {
                selection.onChoose(face.id);
                showPhoto();
              }}
              {...selection.handlersOf(face.id)}
            >
              <FacePortrait photo={photo} box={face.box} image={detection.imageSize} />
              <span className="pg-row-text">
                <span className="pg-row-name">
                  {faceName(face)} <span className="muted">{face.age} years</span>
                </span>
                <span>{genderText(face)}</span>
              </span>
              {face.details !== null && <Detected face={face} confidence={face.details.confidence} />}
            </button>
            {chosen && <ChosenFace face={face} />}
          </li>
        );
      })}
    </ul>
  );
}

/** On a phone the list is below the photo: the face that was tapped is shown. */
function showPhoto(): void {
  const photo = document.querySelector('.pg-place');
  if (photo !== null && photo.getBoundingClientRect().top < 0)
    photo.scrollIntoView({ block: 'start', behavior: 'instant' });
}

/** Scrolls a row into view within its list, without scrolling the page. */
function scrollWithin(row: HTMLElement): void {
  const scroller = row.closest('[role=tabpanel]');
  if (scroller === null || scroller.scrollHeight <= scroller.clientHeight) return;
  const seen = scroller.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  if (top < seen.top) scroller.scrollTop -= seen.top - top;
  else if (bottom > seen.bottom) scroller.scrollTop += Math.min(bottom - seen.bottom, top - seen.top);
}

/** How confident the service is that this is a face. */
function Detected({ face, confidence }: { readonly face: Face; readonly confidence: number }): ReactElement {
  const faint = reliabilityWarning(face);
  return (
    <span className="pg-detected numbers" data-unreliable={faint !== null}>
      <span>{percent(confidence)}</span>
      <span className="pg-detected-word">{faint?.word ?? 'detected'}</span>
    </span>
  );
}

function ChosenFace({ face }: { readonly face: Face }): ReactElement {
  const faint = reliabilityWarning(face);
  return (
    <div className="pg-chosen">
      {faint !== null && <p className="pg-faint">{faint.reason}</p>}
      <FactList className="pg-measured" facts={measuredLines(face)} />
      <div className="row">
        <ButtonLink small look="primary" href="#/playground/match">
          Match it
        </ButtonLink>
        <ButtonLink small href="#/playground/vector">
          Vector
        </ButtonLink>
        <CopyButton text={boxText(face.box)} what="box" label="Copy box" look="quiet" />
      </div>
    </div>
  );
}

/** `wearsHat` → "Wears hat" */
const labelOf = (property: string): string => {
  const words = property.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What was measured of a face, in short lines. */
export function measuredLines({
  box,
  details,
  jsonName,
}: Pick<Face, 'box' | 'details' | 'jsonName'>): Fact[] {
  const degrees = (value: number): string => `${Math.round(value)}°`;
  return [
    ...(details === null
      ? []
      : [
          { label: 'Detection', text: `${percent(details.confidence)} confidence` },
          { label: 'Age', text: `about ${Math.round(details.ageYears)}` },
          {
            label: 'Head',
            text: `yaw ${degrees(details.yaw)}, pitch ${degrees(details.pitch)}, roll ${degrees(details.roll)}`,
          },
          {
            label: 'Quality',
            text: `${percent(details.qualityScore)}, sharpness ${percent(details.sharpness)}`,
          },
          { label: 'Light', text: `${Math.round(details.illumination)} of 255` },
          {
            label: 'Expression',
            text: `smile ${percent(details.expression.smile)}, mouth open ${percent(details.expression.mouthOpening)}`,
          },
          ...Object.entries(details.others).map(([name, value]) => ({
            label: labelOf(name),
            text: typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
          })),
        ]),
    { label: 'Box', text: boxText(box) },
    ...(jsonName === undefined ? [] : [{ label: 'In the JSON', text: jsonName }]),
  ];
}
