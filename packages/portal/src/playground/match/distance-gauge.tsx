import type { ReactElement } from 'react';
import { distanceText, LONGEST_DISTANCE, readGauge, SAME_PERSON_BELOW } from './gauge.js';

/** The distance of two faces on a scale with the line of 0.5, and the verdict in words. */
export function DistanceGauge({ distance }: { readonly distance: number }): ReactElement {
  const { same, position, threshold, verdict, detail } = readGauge(distance);
  const at = (part: number): { left: string } => ({ left: `${part * 100}%` });
  return (
    <div className="pg-gauge" data-same={same}>
      <p className="pg-verdict" role="status">
        {verdict}
      </p>
      <p>{detail}</p>
      <div
        className="pg-gauge-scale"
        role="meter"
        aria-label="Distance between the faces"
        aria-valuemin={0}
        aria-valuemax={LONGEST_DISTANCE}
        aria-valuenow={Math.min(distance, LONGEST_DISTANCE)}
        aria-valuetext={`${distanceText(distance)}; below ${SAME_PERSON_BELOW} is the same person`}
      >
        <div className="pg-gauge-track">
          <div className="pg-gauge-same" style={{ width: `${threshold * 100}%` }} />
        </div>
        <div className="pg-gauge-line" style={at(threshold)} />
        <div className="pg-gauge-needle" style={at(position)}>
          <span className="numbers">{distanceText(distance)}</span>
        </div>
      </div>
      <div className="pg-gauge-marks small muted numbers" aria-hidden="true">
        <span style={at(0)}>0</span>
        <span style={at(threshold / 2)} className="pg-gauge-zone">
          same person
        </span>
        <span style={at(threshold)}>0.5</span>
        <span style={at((1 + threshold) / 2)} className="pg-gauge-zone">
          different
        </span>
        <span style={at(1)}>0.9</span>
      </div>
    </div>
  );
}
