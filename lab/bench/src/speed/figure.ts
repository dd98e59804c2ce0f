/** One line of a table of costs. Without a target it is for information only. */
export interface CostFigure {
  readonly measure: string;
  readonly value: number;
  readonly unit: '×' | 'ms' | 'MB' | '%' | '';
  readonly target?: { readonly least: number } | { readonly most: number };
  /** How many rounds or calls were measured. */
  readonly count: number;
}

export const isReached = ({ value, target }: CostFigure): boolean => {
  if (target === undefined) return true;
  return 'least' in target ? value >= target.least : value <= target.most;
};

/** The cells of a figure under `COST_HEADING`. */
export const COST_HEADING = ['Measure', 'Value', 'Wanted', 'Count', ''] as const;

export const costRow = (figure: CostFigure): string[] => [
  figure.measure,
  `${shownValue(figure.value)} ${figure.unit}`.trim(),
  shownTarget(figure),
  String(figure.count),
  figure.target === undefined ? '' : isReached(figure) ? 'reached' : 'MISSED',
];

const shownValue = (value: number): string =>
  Math.abs(value) < 0.01 && value !== 0 ? value.toExponential(1) : String(Number(value.toFixed(2)));

function shownTarget({ target }: CostFigure): string {
  if (target === undefined) return '';
  return 'least' in target ? `≥ ${target.least}` : `≤ ${target.most}`;
}
