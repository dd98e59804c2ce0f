import { useState, type ReactElement } from 'react';
import type { Size } from '../analysis/box.js';
import { ResponsePanel } from '../analysis/response-panel.js';
import { FaceOverlay } from '../analysis/face-overlay.js';
import { faceSentence, foundText } from '../analysis/face-text.js';
import type { Detection } from '../analysis/face.js';
import { usePlace, type Place } from '../analysis/place.js';
import { ANALYSIS_DETAILS, FACE_DETAILS } from '../analysis/request.js';
import { wasSent } from '../analysis/sent-photos.js';
import { useSession } from '../app/session.js';
import { Spinner } from '../design/button.js';
import { exchangeOf, type CallState } from '../playground/api/use-call.js';
import type { PhotoSlot } from '../playground/faces/use-slot.js';
import { useObjectUrl, useShownBytes } from '../playground/photo/pictures.js';
import { isFilePhoto, type FilePhoto, type Photo } from '../playground/photo/photo.js';
import { FailureNotice } from '../playground/states/failure-notice.js';
import { PREPARED } from './prepared-response.js';
import { useInPage } from './use-in-page.js';

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
        status={foundText(detection.faces.length)}
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

/** Whether a photo of the start page is analysed in this page; an address is loaded by the service. */
export const isForPage = (photo: Photo, place: Place): photo is FilePhoto =>
  place === 'page' && isFilePhoto(photo);

function OwnPhoto({ slot, photo, onOtherPhoto }: OwnPhotoProps): ReactElement {
  const { place } = usePlace();
  return isForPage(photo, place) ? (
    <PhotoInPage slot={slot} photo={photo} onOtherPhoto={onOtherPhoto} />
  ) : (
    <PhotoOnServer slot={slot} photo={photo} onOtherPhoto={onOtherPhoto} />
  );
}

interface PhotoInPageProps extends OwnPhotoProps {
  readonly photo: FilePhoto;
}

function PhotoInPage({ slot, photo, onOtherPhoto }: PhotoInPageProps): ReactElement {
  const [state, retry] = useInPage(photo);
  const { service } = useSession();
  const href = useObjectUrl(useShownBytes(photo));
  const result = state.status === 'done' ? state.result : null;
  const isSample = service?.samples.includes(photo.source.id) === true;
  return (
    <>
      <Stage
        name={photo.name}
        href={href}
        detection={result?.detection ?? null}
        highlight={slot.selection}
        status={
          state.status === 'running'
            ? state.text
            : result === null
              ? 'No result'
              : doneText(result.detection, result.millis)
        }
        busy={state.status === 'running'}
      />
      <ResponsePanel
        detection={result?.detection ?? null}
        text={result?.text ?? ''}
        href={href}
        fileName={photo.name}
        inPage
        highlight={slot.selection}
        footer={
          result !== null &&
          !isSample &&
          !wasSent(photo.source) && (
            <div className="response-note">
              <p>
                <strong>This photo never left your browser.</strong> The playground would send it to the
                server.
              </p>
            </div>
          )
        }
      >
        {state.status === 'running' && (
          <p className="response-empty">
            <Spinner /> {state.text}
          </p>
        )}
        {state.status === 'failed' && (
          <FailureNotice failure={state.failure} onRetry={retry} onOtherPhoto={onOtherPhoto} />
        )}
      </ResponsePanel>
    </>
  );
}

function PhotoOnServer({ slot, photo, onOtherPhoto }: OwnPhotoProps): ReactElement {
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
  return [`The photo ${name}: ${foundText(faces.length)}.`, ...faces.map(faceSentence)].join(' ');
}

const doneText = ({ faces }: Detection, millis: number): string =>
  `${foundText(faces.length)} in ${Math.round(millis)} ms`;

function statusText(state: CallState<Detection>): string {
  switch (state.status) {
    case 'done':
      return doneText(state.data, state.exchange.millis);
    case 'failed':
      return 'No response';
    case 'idle':
    case 'running':
      return 'Looking for faces …';
  }
}
