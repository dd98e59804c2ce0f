import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Option, type Command } from 'commander';

export type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;
export type Rows = AsyncIterable<Row> | Iterable<Row>;

export const FORMATS = ['table', 'csv', 'json'] as const;
export type Format = (typeof FORMATS)[number];

export interface FormatFlags {
  readonly csv?: true;
  readonly json?: true;
}

export const formatFlags = (command: Command): Command =>
  command
    .addOption(new Option('--csv', 'write CSV instead of a table').conflicts('json'))
    .addOption(new Option('--json', 'write JSON instead of a table'));

export const formatOf = ({ csv, json }: FormatFlags): Format =>
  csv === true ? 'csv' : json === true ? 'json' : 'table';

/** Prints rows as a table, CSV or JSON. The last two are streamed. */
export async function writeRows(
  out: Writable,
  format: Format,
  columns: readonly string[],
  rows: Rows,
): Promise<void> {
  if (format === 'table') {
    const all: Row[] = [];
    for await (const row of rows) all.push(row);
    await write(out, textTable(columns, all));
  } else if (format === 'csv') {
    await write(out, csvLine(columns));
    for await (const row of rows) await write(out, csvLine(columns.map((column) => row[column] ?? null)));
  } else {
    let before = '[\n';
    for await (const row of rows) {
      await write(out, before + JSON.stringify(row));
      before = ',\n';
    }
    await write(out, before === '[\n' ? '[]\n' : '\n]\n');
  }
}

/** Facts about one thing. */
export async function writeFacts(out: Writable, json: boolean, facts: Row): Promise<void> {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  const lines = Object.entries(facts).map(([name, value]) => `${name.padEnd(width)}  ${value ?? '-'}\n`);
  await write(out, json ? `${JSON.stringify(facts)}\n` : lines.join(''));
}

/** Waits for a slow reader of a pipe. */
export async function write(out: Writable, text: string): Promise<void> {
  if (!out.write(text)) await once(out, 'drain');
}

/** Control characters, which a terminal would interpret. */
const CONTROL = /\p{Cc}|\p{Cf}/gu;

/** Columns as wide as their widest cell, numbers to the right. */
function textTable(columns: readonly string[], rows: readonly Row[]): string {
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
