import type { Cell } from './rows.js';

/** Spreadsheets interpret a text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const NEEDS_QUOTES = /[",\r\n\t']|^\s|\s$/;

/** One line of RFC 4180, ended by a plain line feed for the sake of pipes. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvField).join(',')}\n`;

function csvField(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
