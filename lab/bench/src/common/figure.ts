import { printTable } from './print-table.js';

/** One line of a table of figures. Without a target it is for information only. */
export interface Figure {
  readonly measure: string;
  readonly value: number;
  readonly unit: '×' | 'ms' | 'MB' | '%' | '°' | '' | 'per image' | 'in 10,000';
  readonly target?: { readonly least: number } | { readonly most: number };
  /** How many things, rounds or calls were measured. */
  readonly count: number;
}

export const isReached = ({ value, target }: Figure): boolean => {
  if (target === undefined) return true;
  return 'least' in target ? value >= target.least : value <= target.most;
};

/** Prints the figures beside their targets. */
export function printFigures(figures: readonly Figure[], shown = shownValue): void {
  printTable(
    ['Measure', 'Value', 'Wanted', 'Count', ''],
    figures.map((figure) => [
      figure.measure,
      `${shown(figure)} ${figure.unit}`.trim(),
      shownTarget(figure),
      String(figure.count),
      figure.target === undefined ? '' : isReached(figure) ? 'reached' : 'MISSED',
    ]),
  );
}

const shownValue = ({ value }: Figure): string =>
  Math.abs(value) < 0.01 && value !== 0 ? value.toExponential(1) : String(Number(value.toFixed(2)));

function shownTarget({ target }: Figure): string {
  if (target === undefined) return '';
  return 'least' in target ? `≥ ${target.least}` : `≤ ${target.most}`;
}
