import type { Cell, Row } from './rows.js';

/** Control characters, which a terminal would interpret. */
const CONTROL = /\p{Cc}|\p{Cf}/gu;

/** Columns as wide as their widest cell, numbers to the right. */
export function textTable(columns: readonly string[], rows: readonly Row[]): string {
  const lines = [columns.map((name) => name.replaceAll('_', ' ').toUpperCase())].concat(
    rows.map((row) => columns.map((column) => shown(row[column] ?? null))),
  );
  const widths = columns.map((_, n) => Math.max(...lines.map((line) => line[n]?.length ?? 0)));
  const isNumeric = columns.map(
    (column) =>
      rows.some((row) => typeof row[column] === 'number') &&
      rows.every((row) => typeof row[column] !== 'string'),
  );
  const pad = (text: string, n: number): string => {
    const room = ' '.repeat((widths[n] ?? 0) - text.length);
    return isNumeric[n] === true ? room + text : text + room;
  };
  return lines.map((line) => `${line.map(pad).join('  ').trimEnd()}\n`).join('');
}

const shown = (cell: Cell): string => (cell === null ? '-' : String(cell).replace(CONTROL, '?'));
