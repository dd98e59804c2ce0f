import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { csvLine } from './output-csv.js';
import { textTable } from './output-table.js';
import type { Row, Rows } from './rows.js';

export const FORMATS = ['table', 'csv', 'json'] as const;
export type Format = (typeof FORMATS)[number];

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
