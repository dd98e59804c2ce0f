import { printable } from './printable.js';

export type Cell = string | number;

/** A spreadsheet would treat a text that begins like this as a formula. */
const FORMULA = /^[=+\-@＝＋－＠]/;

/** A row as in RFC 4180, except for the line ending. Control characters are escaped as in the text output. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\n`;

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const visible = printable(cell);
  const text = FORMULA.test(visible) ? `'${visible}` : visible;
  return /[",']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
