import type { FaceSelection } from '@facet/engine';
import { badParameter, parseDecimal, parseInteger, parseText } from '../../http/query.js';

/** The plugins that have a counterpart here. Others are left out of the response, as by a CompreFace without them. */
const PLUGINS = ['age', 'gender', 'landmarks', 'pose', 'calculator'] as const;
export type Plugin = (typeof PLUGINS)[number];

/** What a request says about the faces of its image. */
export interface FaceQuery {
  /** At most so many faces; 0: all of them. */
  readonly limit: number;
  /** Only faces that are at least as certain. */
  readonly detProbThreshold: number;
  readonly plugins: ReadonlySet<Plugin>;
  /** Whether the response says how long each step took, and which models there are. */
  readonly status: boolean;
  readonly selection: Extract<FaceSelection['kind'], 'detect' | 'whole-image'>;
}

const MAX_INTEGER = 2 ** 31 - 1;

/** Spring reads a parameter without a value as absent. */
export const filledQuery = (rawQuery: string): string =>
  rawQuery
    .split('&')
    .filter((segment) => !segment.endsWith('='))
    .join('&');

function flag(rawQuery: string, name: string, otherwise: boolean): boolean {
  const value = parseText(rawQuery, name)?.toLowerCase();
  if (value === undefined) return otherwise;
  if (['true', '1', 'yes', 'on'].includes(value)) return true;
  if (['false', '0', 'no', 'off'].includes(value)) return false;
  throw badParameter(name, 'must be true or false');
}

/** 0 by default: whatever the service itself takes for a face is one. */
export function detProbThreshold(rawQuery: string): number {
  const name = 'det_prob_threshold';
  return Number(parseText(rawQuery, name)) === 0
    ? 0
    : (parseDecimal(rawQuery, name, { above: 0, to: 1 }) ?? 0);
}

export function parseFaceQuery(sent: string): FaceQuery {
  const rawQuery = filledQuery(sent);
  const names = (parseText(rawQuery, 'face_plugins') ?? '').split(',').map((name) => name.trim());
  return {
    limit: parseInteger(rawQuery, 'limit', { from: 0, to: MAX_INTEGER }) ?? 0,
    detProbThreshold: detProbThreshold(rawQuery),
    plugins: new Set(PLUGINS.filter((plugin) => names.includes(plugin))),
    status: flag(rawQuery, 'status', false),
    selection: flag(rawQuery, 'detect_faces', true) ? 'detect' : 'whole-image',
  };
}

const PREDICTIONS = { from: 1, to: 100 };

export const predictionCount = (sent: string): number =>
  parseInteger(filledQuery(sent), 'prediction_count', PREDICTIONS) ?? 1;
