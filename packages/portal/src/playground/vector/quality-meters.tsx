import type { ReactElement } from 'react';
import { measureText, type QualityMeasure } from './quality-measures.js';

/** The three conditions of the quality check, each with its threshold. */
export function QualityMeters({ measures }: { readonly measures: readonly QualityMeasure[] }): ReactElement {
  return (
    <ul className="pg-measures" aria-label="Quality measures">
      {measures.map((measure) => (
        <li key={measure.attribute} data-met={measure.met}>
          <div className="pg-measure-head">
            <span className="field-label">{measure.name}</span>
            <span className="small">{measure.met ? '✓ passed' : '✗ failed'}</span>
          </div>
          <Scale measure={measure} />
          <p className="small muted numbers">{measureText(measure)}</p>
        </li>
      ))}
    </ul>
  );
}

function Scale({ measure }: { readonly measure: QualityMeasure }): ReactElement {
  const { name, value, threshold, scale, bound } = measure;
  const percent = (part: number): string => `${Math.min(100, (part / scale) * 100)}%`;
  const allowed =
    bound === 'least' ? { left: percent(threshold), right: 0 } : { left: 0, width: percent(threshold) };
  return (
    <div
      className="pg-measure"
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={scale}
      aria-valuenow={Math.min(value, scale)}
      aria-valuetext={measureText(measure)}
    >
      <div className="pg-measure-allowed" style={allowed} />
      <div className="pg-measure-line" style={{ left: percent(threshold) }} />
      <div className="pg-measure-needle" style={{ left: percent(value) }} />
    </div>
  );
}
