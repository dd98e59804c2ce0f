import type { Photo } from '../photos/photo.js';
import type { Failure } from '../source/photo-error.js';
import { printable } from './terminal.js';

/** How the results of a command are written. */
export interface Printer<Result> {
  readonly head: string;
  result(photo: Photo, result: Result): string;
  /** Nothing where failures are only reported at the end. */
  failure(photo: Photo, failure: Failure): string;
}

export const noFailure = (): string => '';

/** One JSON value per line, which means the same with what a terminal would interpret as escapes. */
export const jsonLine = (value: unknown): string => `${printable(JSON.stringify(value))}\n`;

export function jsonPrinter<Result>(fields: (result: Result) => object): Printer<Result> {
  return {
    head: '',
    result: ({ name }, result) => jsonLine({ photo: name, ...fields(result) }),
    failure: ({ name }, error) => jsonLine({ photo: name, error }),
  };
}

export interface FormatFlags {
  readonly json?: boolean;
  readonly csv?: boolean;
}

export function choosePrinter<Result>(
  { json, csv }: FormatFlags,
  printers: Readonly<Record<'text' | 'json' | 'csv', Printer<Result>>>,
): Printer<Result> {
  if (json === true) return printers.json;
  return csv === true ? printers.csv : printers.text;
}

export const boxText = ([x1, y1, x2, y2]: readonly [number, number, number, number]): string =>
  `${x1},${y1} ${x2},${y2}`;

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

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
