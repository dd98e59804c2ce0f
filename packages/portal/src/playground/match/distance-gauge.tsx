import { MATCH_THRESHOLD, MAX_DISTANCE } from '@facet/gallery/search';
import { useId, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { distanceText, falseMatchRate, oneInText, scalePosition } from './judge.js';

interface DistanceGaugeProps {
  /** null: not known yet. */
  readonly distance: number | null;
  readonly threshold: number;
  readonly onThreshold: (threshold: number) => void;
}

/** Thresholds beyond these would take nobody or everybody for the same person. */
const LOWEST = 0.36;
const HIGHEST = 0.64;
const STEP = 0.005;

/** The distance of two faces on a scale, with the threshold to move and what it means. */
export function DistanceGauge({ distance, threshold, onThreshold }: DistanceGaugeProps): ReactElement {
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
      <div className="pg-gauge-words small">
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
