import { parseChoice } from './parse-choice.js';

export type FlagParameter = 'face_det' | 'details' | 'all';
export type Flag = 0 | 1;

const DEFAULTS: Readonly<Record<FlagParameter, Flag>> = { face_det: 1, details: 0, all: 0 };

/** The value of a flag in a raw query string, or its default where it is absent. */
export function parseFlag(rawQuery: string, name: FlagParameter): Flag {
  const choices = DEFAULTS[name] === 1 ? (['1', '0'] as const) : (['0', '1'] as const);
  return parseChoice(rawQuery, name, choices) === '1' ? 1 : 0;
}
