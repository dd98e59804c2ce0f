import { isFields, type Fields } from '../api/answer-shapes.js';
import { shorterSide, type Box } from '../faces/box.js';

export type QualityAttribute = 'Image size' | 'Lighting' | 'Pose';

export interface QualityMeasure {
  readonly attribute: QualityAttribute;
  readonly name: string;
  /** As far as it is known: the service tells what it measured only of a condition that failed. */
  readonly value: number | null;
  readonly threshold: number;
  /** Whether the threshold is the least or the most that passes. */
  readonly bound: 'least' | 'most';
  readonly unit: string;
  /** The end of the scale. */
  readonly scale: number;
  /** null: the gate has not judged. */
  readonly met: boolean | null;
}

type Condition = Omit<QualityMeasure, 'value' | 'met'>;

const CONDITIONS: readonly Condition[] = [
  { attribute: 'Image size', name: 'Size', threshold: 60, bound: 'least', unit: 'pixels', scale: 240 },
  { attribute: 'Lighting', name: 'Illumination', threshold: 70, bound: 'least', unit: 'of 255', scale: 255 },
  { attribute: 'Pose', name: 'Yaw', threshold: 50, bound: 'most', unit: 'degrees', scale: 90 },
];

export type GateVerdict = 'passed' | 'not-asked' | { readonly failed: readonly FailedMeasure[] };

export interface FailedMeasure {
  readonly attribute: string;
  readonly value: number;
  readonly threshold: number;
}

const QUALITY_CODES = ['3101', '3102', '3103'];

/** What failed, from the `data` of a quality error; null when it is another error. */
export function readFailedMeasures(code: string, data: Fields): FailedMeasure[] | null {
  const { failed } = data;
  if (!QUALITY_CODES.includes(code) || !Array.isArray(failed)) return null;
  return failed.flatMap((item: unknown) => {
    if (!isFields(item)) return [];
    const { attribute, value, threshold } = item;
    return typeof attribute === 'string' && typeof value === 'number' && typeof threshold === 'number'
      ? [{ attribute, value, threshold }]
      : [];
  });
}

/** The three measures as far as they are known. The size is that of the box, which the page knows itself. */
export function qualityMeasures(box: Box, verdict: GateVerdict): QualityMeasure[] {
  return CONDITIONS.map((condition) => {
    const own = condition.attribute === 'Image size' ? shorterSide(box) : null;
    if (verdict === 'not-asked') return { ...condition, value: own, met: null };
    if (verdict === 'passed') return { ...condition, value: own, met: true };
    const failed = verdict.failed.find(({ attribute }) => attribute === condition.attribute);
    return failed === undefined
      ? { ...condition, value: own, met: true }
      : { ...condition, value: failed.value, threshold: failed.threshold, met: false };
  });
}

/** A measure in words: what was asked, what was found. */
export function measureText({ value, threshold, bound, unit, met }: QualityMeasure): string {
  const wanted = `${bound === 'least' ? 'at least' : 'at most'} ${threshold} ${unit}`;
  if (value !== null) return `${Math.round(value * 10) / 10} ${unit}, wanted ${wanted}`;
  return met === true ? `passed: ${wanted}` : `wanted ${wanted}`;
}
