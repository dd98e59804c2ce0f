import type { ReactElement } from 'react';
import { ResponsePanel } from '../analysis/response-panel.js';
import { FaceOverlay } from '../analysis/face-overlay.js';
import { faceSentence, facesText } from '../analysis/face-text.js';
import { useHighlight } from '../analysis/highlight.js';
import { Spinner } from '../design/button.js';
import { FailureNotice } from '../playground/states/failure-notice.js';
import type { Analysis, AnalysisState } from './use-analysis.js';

interface AnalysedPhotoProps {
  readonly analysis: Analysis;
  readonly onOtherPhoto: () => void;
}

/** A photo with its faces, and the response beside it. */
export function AnalysedPhoto({ analysis, onOtherPhoto }: AnalysedPhotoProps): ReactElement {
  const { picture, state, retry } = analysis;
  const highlight = useHighlight();
  const detection = state.status === 'done' ? state.detection : null;
  const faces = detection?.faces ?? [];
  const { width, height } = picture.size;
  return (
    <>
      <div className="stage" data-busy={state.status === 'running'}>
        {/* The same picture, blurred, where the stage is wider or taller than the photo. */}
        <img className="stage-ground" src={picture.href} alt="" />
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={pictureText(picture.name, state)}>
          <image href={picture.href} width={width} height={height} />
          {faces.map((face) => (
            <FaceOverlay key={face.id} face={face} image={picture.size} highlight={highlight} />
          ))}
        </svg>
        <p className="stage-status" role="status">
          {statusText(state)}
        </p>
      </div>
      <ResponsePanel
        detection={detection}
        text={state.status === 'done' ? state.text : ''}
        href={picture.href}
        fileName={picture.name}
        highlight={highlight}
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

function pictureText(name: string, state: AnalysisState): string {
  if (state.status !== 'done') return `The photo ${name}`;
  return [
    `The photo ${name}: ${facesText(state.detection.faces.length)}.`,
    ...state.detection.faces.map(faceSentence),
  ].join(' ');
}

function statusText(state: AnalysisState): string {
  if (state.status === 'running') return 'Looking for faces …';
  if (state.status === 'failed') return 'No response';
  const count = facesText(state.detection.faces.length);
  return state.millis === null ? count : `${count} in ${Math.round(state.millis)} ms`;
}
