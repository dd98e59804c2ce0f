import type { ReactElement } from 'react';
import { QUALITY_LIMITS } from '../../errors/error-rules.js';
import { shorterSide, type Box } from '../../analysis/box.js';
import type { FaceDetails } from '../../analysis/face.js';

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

type QualityAttribute = 'Image size' | 'Lighting' | 'Pose';

interface QualityMeasure {
  readonly attribute: QualityAttribute;
  readonly name: string;
  readonly value: number;
  readonly threshold: number;
  /** Whether the threshold is the least or the most that passes. */
  readonly bound: 'least' | 'most';
  readonly unit: string;
  /** The end of the scale. */
  readonly scale: number;
  /** As the service judged it. */
  readonly met: boolean;
}

type Condition = Omit<QualityMeasure, 'value' | 'met'>;

const CONDITIONS: readonly Condition[] = [
  {
    attribute: 'Image size',
    name: 'Size',
    threshold: QUALITY_LIMITS.size,
    bound: 'least',
    unit: 'pixels',
    scale: 240,
  },
  {
    attribute: 'Lighting',
    name: 'Illumination',
    threshold: QUALITY_LIMITS.illumination,
    bound: 'least',
    unit: 'of 255',
    scale: 255,
  },
  {
    attribute: 'Pose',
    name: 'Yaw',
    threshold: QUALITY_LIMITS.yaw,
    bound: 'most',
    unit: 'degrees',
    scale: 90,
  },
];

/** The three conditions of `quality=1`, as the analysis of the photo measured them. */
export function qualityMeasures(box: Box, details: FaceDetails): QualityMeasure[] {
  const measured: Readonly<Record<QualityAttribute, number>> = {
    'Image size': shorterSide(box),
    Lighting: details.illumination,
    Pose: Math.abs(details.yaw),
  };
  return CONDITIONS.map((condition) => {
    const failed = details.failed.find(({ attribute }) => attribute === condition.attribute);
    return failed === undefined
      ? { ...condition, value: measured[condition.attribute], met: true }
      : { ...condition, value: failed.value, threshold: failed.threshold, met: false };
  });
}

/** "31.3 of 255 (at least 70)" */
export const measureText = ({ value, threshold, bound, unit }: QualityMeasure): string =>
  `${Math.round(value * 10) / 10} ${unit} (${bound === 'least' ? 'at least' : 'at most'} ${threshold})`;
