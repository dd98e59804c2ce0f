import { useState, type ReactElement } from 'react';
import type { Size } from '../analysis/box.js';
import { ResponsePanel } from '../analysis/response-panel.js';
import { FaceOverlay } from '../analysis/face-overlay.js';
import { faceSentence, facesText } from '../analysis/face-text.js';
import type { Detection } from '../analysis/face.js';
import { ANALYSIS_DETAILS, FACE_DETAILS } from '../analysis/request.js';
import { Spinner } from '../design/button.js';
import { exchangeOf, type CallState } from '../playground/api/use-call.js';
import type { PhotoSlot } from '../playground/faces/use-slot.js';
import { useObjectUrl, useShownBytes } from '../playground/photo/pictures.js';
import type { Photo } from '../playground/photo/photo.js';
import { FailureNotice } from '../playground/states/failure-notice.js';
import { PREPARED } from './prepared-response.js';

interface AnalysedPhotoProps {
  readonly slot: PhotoSlot;
  readonly onOtherPhoto: () => void;
}

/** A photo with its faces, and the response beside it; first a photo whose response comes with the page. */
export function AnalysedPhoto({ slot, onOtherPhoto }: AnalysedPhotoProps): ReactElement {
  const { photo, selection } = slot;
  if (photo !== null) return <OwnPhoto slot={slot} photo={photo} onOtherPhoto={onOtherPhoto} />;
  const { name, href, text, detection } = PREPARED;
  return (
    <>
      <Stage
        name={name}
        href={href}
        detection={detection}
        highlight={selection}
        status={facesText(detection.faces.length)}
      />
      <ResponsePanel
        detection={detection}
        text={text}
        href={href}
        fileName={name}
        attributes={FACE_DETAILS}
        highlight={selection}
      />
    </>
  );
}

interface OwnPhotoProps extends AnalysedPhotoProps {
  readonly photo: Photo;
}

function OwnPhoto({ slot, photo, onOtherPhoto }: OwnPhotoProps): ReactElement {
  const { state, detection, selection, retry } = slot;
  const href = useObjectUrl(useShownBytes(photo));
  return (
    <>
      <Stage
        name={photo.name}
        href={href}
        detection={detection}
        highlight={selection}
        status={statusText(state)}
        busy={state.status === 'running'}
      />
      <ResponsePanel
        detection={detection}
        text={exchangeOf(state)?.text ?? ''}
        href={href}
        fileName={photo.name}
        attributes={ANALYSIS_DETAILS}
        highlight={selection}
      >
        {state.status === 'running' && (
          <p className="response-empty">
            <Spinner /> Looking for faces
          </p>
        )}
        {state.status === 'failed' && (
          <FailureNotice failure={state.failure} onRetry={retry} onOtherPhoto={onOtherPhoto} />
        )}
      </ResponsePanel>
    </>
  );
}

interface StageProps {
  readonly name: string;
  /** null: this page does not have the picture yet, or only the service can load it. */
  readonly href: string | null;
  readonly detection: Detection | null;
  readonly highlight: PhotoSlot['selection'];
  readonly status: string;
  readonly busy?: boolean;
}

function Stage({ name, href, detection, highlight, status, busy = false }: StageProps): ReactElement {
  const [natural, setNatural] = useState<{ readonly of: string; readonly size: Size } | null>(null);
  const size = detection?.imageSize ?? (natural?.of === href ? natural.size : undefined);
  return (
    <div className="stage" data-busy={busy}>
      {/* The same picture, blurred, where the stage is wider or taller than the photo. */}
      {href !== null && (
        <img
          className="stage-ground"
          src={href}
          alt=""
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            setNatural({ of: href, size: { width, height } });
          }}
        />
      )}
      {size !== undefined && (
        <svg
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="img"
          aria-label={pictureText(name, detection)}
        >
          {href !== null && <image href={href} width={size.width} height={size.height} />}
          {detection?.faces.map((face) => (
            <FaceOverlay key={face.id} face={face} image={size} highlight={highlight} />
          ))}
        </svg>
      )}
      <p className="stage-status" role="status">
        {status}
      </p>
    </div>
  );
}

function pictureText(name: string, detection: Detection | null): string {
  if (detection === null) return `The photo ${name}`;
  const { faces } = detection;
  return [`The photo ${name}: ${facesText(faces.length)}.`, ...faces.map(faceSentence)].join(' ');
}

function statusText(state: CallState<Detection>): string {
  switch (state.status) {
    case 'done':
      return `${facesText(state.data.faces.length)} in ${Math.round(state.exchange.millis)} ms`;
    case 'failed':
      return 'No response';
    case 'idle':
    case 'running':
      return 'Looking for faces …';
  }
}
