export type Cell = string | number;

/** A spreadsheet takes a text that begins like this for a formula, and would run it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A row after RFC 4180, except that it ends as lines do here. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\n`;

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",'\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
