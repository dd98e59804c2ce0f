import { FACET_CODES } from '@facet/client/answers';
import { useState, type ReactElement } from 'react';
import { AnswerPanel } from '../analysis/answer-panel.js';
import { FaceOverlay } from '../analysis/face-overlay.js';
import { faceSentence, facesText } from '../analysis/face-text.js';
import { Button, ButtonLink, Spinner } from '../design/button.js';
import { failureTitle } from '../api/failure-messages.js';
import type { Failure } from '../api/failure.js';
import { durationText } from '../app/format.js';
import type { Analysis, AnalysisState } from './use-analysis.js';

interface PhotoStageProps {
  readonly analysis: Analysis;
  readonly canSignUp: boolean;
}

/** A photo with its faces, and the answer beside it. */
export function PhotoStage({ analysis, canSignUp }: PhotoStageProps): ReactElement {
  const { picture, state, retry } = analysis;
  const [highlighted, setHighlighted] = useState<number | null>(null);
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
            <FaceOverlay
              key={face.id}
              face={face}
              image={picture.size}
              highlighted={highlighted === face.id}
              dimmed={highlighted !== null && highlighted !== face.id}
              onHighlight={setHighlighted}
            />
          ))}
        </svg>
        <p className="stage-status" role="status">
          {statusText(state)}
        </p>
      </div>
      <AnswerPanel
        detection={detection}
        text={state.status === 'done' ? state.text : ''}
        href={picture.href}
        fileName={picture.name}
        highlighted={highlighted}
        onHighlight={setHighlighted}
      >
        {state.status === 'running' && (
          <p className="answer-empty">
            <Spinner /> Looking for faces
          </p>
        )}
        {state.status === 'failed' && (
          <NoAnswer failure={state.failure} onRetry={retry} canSignUp={canSignUp} />
        )}
      </AnswerPanel>
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
  if (state.status === 'failed') return 'No answer';
  const count = facesText(state.detection.faces.length);
  return state.millis === null ? count : `${count} in ${Math.round(state.millis)} ms`;
}

interface NoAnswerProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
  readonly canSignUp: boolean;
}

function NoAnswer({ failure, onRetry, canSignUp }: NoAnswerProps): ReactElement {
  const { message, retryAfterSeconds, code } = failure;
  const limited = code === FACET_CODES.trialLimit;
  return (
    <div className="answer-failure" role="alert">
      <h2>{failureTitle(failure)}</h2>
      <p>{message}</p>
      {retryAfterSeconds !== undefined && (
        <p className="muted small">
          Try again in {durationText(retryAfterSeconds)}
          {limited && canSignUp ? ', or sign up for a plan of your own' : ''}.
        </p>
      )}
      <div className="row">
        {limited && canSignUp && (
          <ButtonLink small look="primary" href="#/sign-up">
            Sign up
          </ButtonLink>
        )}
        <Button small onClick={onRetry}>
          Try again
        </Button>
        {code !== undefined && <a href={`#/errors/${code}`}>Code {code}</a>}
      </div>
    </div>
  );
}
