import { printable } from './printable.js';

export type Cell = string | number;

/** A spreadsheet takes a text that begins like this for a formula, and would run it. */
const FORMULA = /^[=+\-@＝＋－＠]/;

/** A row after RFC 4180, except that it ends as lines do here. Control characters are escaped as in the text output. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\n`;

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const visible = printable(cell);
  const text = FORMULA.test(visible) ? `'${visible}` : visible;
  return /[",']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
