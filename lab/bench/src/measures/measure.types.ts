import type { Engine } from '@facet/engine';

/** One line of the accuracy table. */
export interface Figure {
  readonly measure: string;
  readonly value: number;
  readonly unit: '%' | '°' | '' | 'per image' | 'in 10,000';
  readonly target: { readonly least: number } | { readonly most: number };
  /** How many things were measured. */
  readonly count: number;
}

export interface MeasureContext {
  readonly engine: Engine;
  /** The folder of evaluation data. */
  readonly folder: string;
}

export type Measure = (context: MeasureContext) => Promise<Figure[]>;
