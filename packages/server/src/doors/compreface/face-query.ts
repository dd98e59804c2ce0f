import type { FaceSelection } from '@facet/engine';
import { z } from 'zod';
import { BadValue, integer, onlyText, parameter, type Parameter, type Texts } from '../../http/query.js';

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
export const filled = <Value>(of: Parameter<Value>): Parameter<Value> =>
  z.preprocess((texts) => (texts as Texts | undefined)?.filter((text) => text !== ''), of);

const flag = (standard: boolean): Parameter<boolean> =>
  filled(
    parameter(z.boolean().default(standard), '', (texts) => {
      const value = onlyText(texts)?.toLowerCase();
      if (value === undefined) return standard;
      if (['true', '1', 'yes', 'on'].includes(value)) return true;
      if (['false', '0', 'no', 'off'].includes(value)) return false;
      throw new BadValue('must be true or false');
    }),
  );

/** 0 by default: whatever the service itself takes for a face is one. */
export const detProbThreshold = filled(
  parameter(z.number().min(0).max(1).default(0), '', (texts) => {
    const text = onlyText(texts) ?? '0';
    const value = /^[\d.]{1,20}$/.test(text) ? Number(text) : NaN;
    if (value >= 0 && value <= 1) return value;
    throw new BadValue('must be a number from 0 to 1');
  }),
);

/** The parameters of every request with an image. */
export const FACE_QUERY = {
  limit: filled(integer({ from: 0, to: MAX_INTEGER }, '', 0)),
  det_prob_threshold: detProbThreshold,
  face_plugins: filled(
    parameter(z.string(), '', (texts): ReadonlySet<Plugin> => {
      const names = (onlyText(texts) ?? '').split(',').map((name) => name.trim());
      return new Set(PLUGINS.filter((plugin) => names.includes(plugin)));
    }),
  ),
  status: flag(false),
  detect_faces: flag(true),
};

type Sent = { readonly [Name in keyof typeof FACE_QUERY]: z.output<(typeof FACE_QUERY)[Name]> };

export const faceQuery = ({
  limit,
  det_prob_threshold,
  face_plugins,
  status,
  detect_faces,
}: Sent): FaceQuery => ({
  limit,
  detProbThreshold: det_prob_threshold,
  plugins: face_plugins,
  status,
  selection: detect_faces ? 'detect' : 'whole-image',
});

export const PREDICTION_COUNT = {
  prediction_count: filled(integer({ from: 1, to: 100 }, 'How many subjects at most for each face.', 1)),
};
