import { useEffect, useId, useRef, type ReactElement } from 'react';
import { MATCH_THRESHOLD, MAX_DISTANCE } from '@facet/gallery/search';
import { Button } from '../../design/button.js';
import { AlignedFace } from '../faces/face-portrait.js';
import { faceName } from '../../analysis/face-text.js';
import { MissingVector } from '../faces/face-calls.js';
import { distanceText, falseMatchRate, judge, oneInText, scalePosition, similarityText } from './judge.js';
import type { Side } from './use-side.js';

interface MatchStageProps {
  readonly first: Side;
  readonly second: Side;
  readonly distance: number | null;
  readonly threshold: number;
  readonly onThreshold: (threshold: number) => void;
}

/** The two faces side by side, and the verdict between them. */
export function MatchStage({
  first,
  second,
  distance,
  threshold,
  onThreshold,
}: MatchStageProps): ReactElement {
  const verdict = distance === null ? null : judge(distance, threshold);
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the photos are chosen further down: a new verdict is seen at once all the same.
    if (distance !== null) stage.current?.scrollIntoView({ block: 'nearest' });
  }, [distance]);
  return (
    <div className="pg-match" ref={stage} data-same={verdict === null ? 'unknown' : verdict.same}>
      <div className="pg-match-faces">
        <SideFace side={first} />
        <div className="pg-match-verdict" role="status">
          {distance === null || verdict === null ? (
            <p className="muted">{missing(first, second)}</p>
          ) : (
            <>
              <p className="pg-similarity numbers">
                {similarityText(distance)} <span className="small">similar</span>
              </p>
              <p className="pg-verdict">{verdict.title}</p>
              <p className="small muted">{verdict.detail}</p>
            </>
          )}
        </div>
        <SideFace side={second} />
      </div>
      <MissingVector face={first.face} known={first.known} />
      <MissingVector face={second.face} known={second.known} />
      <DistanceGauge distance={distance} threshold={threshold} onThreshold={onThreshold} />
    </div>
  );
}

function SideFace({ side }: { readonly side: Side }): ReactElement {
  const { photo, face, detection, label } = side;
  return (
    <figure className="pg-match-face">
      <div className="pg-match-frame">
        {photo !== null && face !== null && detection !== null && (
          <AlignedFace photo={photo} face={face} image={detection.imageSize} />
        )}
      </div>
      <figcaption className="small muted">
        {label}
        {face !== null &&
          detection !== null &&
          detection.faces.length > 1 &&
          `, ${faceName(face).toLowerCase()}`}
      </figcaption>
    </figure>
  );
}

function missing(first: Side, second: Side): string {
  if (first.photo === null && second.photo === null) return 'Choose two photos to compare the faces in them.';
  if (first.photo === null || second.photo === null) return 'Choose one more photo.';
  if (first.state.status === 'running' || second.state.status === 'running') return 'Looking for faces …';
  return 'Both photos need a face.';
}

interface DistanceGaugeProps {
  /** null: not known yet. */
  readonly distance: number | null;
  readonly threshold: number;
  readonly onThreshold: (threshold: number) => void;
}

/** Beyond these, hardly any pair or almost every pair would match. */
const LOWEST = 0.36;
const HIGHEST = 0.64;
const STEP = 0.005;

/** The distance of two faces on a scale, with the threshold to move and what it means. */
function DistanceGauge({ distance, threshold, onThreshold }: DistanceGaugeProps): ReactElement {
  const id = useId();
  const at = (value: number): { left: string } => ({ left: `${scalePosition(value) * 100}%` });
  const rate = `${oneInText(falseMatchRate(threshold))} pairs of different people`;
  return (
    <div className="pg-gauge" data-same={distance === null ? 'unknown' : distance < threshold}>
      <div className="pg-gauge-scale">
        <div
          className="pg-gauge-track"
          {...(distance !== null && {
            role: 'meter',
            'aria-label': 'Distance between the faces',
            'aria-valuemin': 0,
            'aria-valuemax': MAX_DISTANCE,
            'aria-valuenow': Math.min(distance, MAX_DISTANCE),
            'aria-valuetext': `${distanceText(distance)}; below ${threshold.toFixed(2)} is the same person`,
          })}
        >
          <div className="pg-gauge-same" style={{ width: `${scalePosition(threshold) * 100}%` }} />
        </div>
        <div className="pg-gauge-line" style={at(threshold)} />
        {distance !== null && (
          <div className="pg-gauge-needle" style={at(distance)} aria-hidden="true">
            <span className="numbers">{distanceText(distance)}</span>
          </div>
        )}
        <input
          id={id}
          type="range"
          className="pg-gauge-slider"
          style={{
            left: `${scalePosition(LOWEST) * 100}%`,
            width: `${(scalePosition(HIGHEST) - scalePosition(LOWEST)) * 100}%`,
          }}
          min={LOWEST}
          max={HIGHEST}
          step={STEP}
          value={threshold}
          aria-valuetext={`${threshold.toFixed(3)}: ${rate} would count as the same person`}
          onChange={(event) => {
            onThreshold(Number(event.target.value));
          }}
        />
      </div>
      <div className="pg-gauge-text small">
        <label htmlFor={id}>
          Threshold <strong className="numbers">{threshold.toFixed(3)}</strong>
        </label>
        <span className="muted">
          {rate} would pass (false match rate{' '}
          <span className="numbers">{rateText(falseMatchRate(threshold))}</span>)
        </span>
        {threshold !== MATCH_THRESHOLD && (
          <Button
            small
            look="quiet"
            onClick={() => {
              onThreshold(MATCH_THRESHOLD);
            }}
          >
            Back to {MATCH_THRESHOLD}
          </Button>
        )}
      </div>
    </div>
  );
}

/** 0.012%, with two digits that count. */
const rateText = (rate: number): string => `${Number((rate * 100).toPrecision(2))}%`;
