import type { Engine } from '@facet/engine';
import type { Figure } from '../common/figure.js';

export interface MeasureContext {
  readonly engine: Engine;
  /** The folder of evaluation data. */
  readonly folder: string;
}

export type Measure = (context: MeasureContext) => Promise<Figure[]>;
