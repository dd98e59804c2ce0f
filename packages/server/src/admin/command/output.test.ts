import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, writeFacts, writeRows, type Cell, type Format, type Row, type Rows } from './output.js';

async function written(format: Format, columns: readonly string[], rows: Rows): Promise<string> {
  const out = new PassThrough({ highWaterMark: 16 });
  const all = text(out);
  await writeRows(out, format, columns, rows);
  out.end();
  return all;
}

describe('CSV', () => {
  it.each<[string, Cell[], string]>([
    ['plain cells', ['a', 1, 2.5, true, null], 'a,1,2.5,true,\n'],
    ['commas', ['a,b', 'c'], '"a,b",c\n'],
    ['quotes', ['say "a"', 'b'], '"say ""a""",b\n'],
    ['line ends', ['a\nb', 'c\r\nd'], '"a\nb","c\r\nd"\n'],
    ['blanks at the edges', [' a', 'b '], '" a","b "\n'],
    ['nothing', [''], '\n'],
  ])('writes %s', (_what, cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it.each(['=1+1', '+1@example.org', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\uFF1D1', '\uFF20a'])(
    'lets no spreadsheet take the text %j for a formula',
    (cell) => {
      expect(csvLine([cell, 'x'])).toBe(`"'${cell}",x\n`);
    },
  );

  it('leaves numbers below zero as numbers', () => {
    expect(csvLine([-5, 'x'])).toBe('-5,x\n');
  });

  it('is read back as it was, for every text that is no formula', () => {
    const texts = fc.array(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', "'", ' ', 'a', '=') })),
      { minLength: 2 },
    );
    fc.assert(
      fc.property(texts, (cells) => {
        const expected = cells.map((cell) => (/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell));
        expect(parseCsvLine(csvLine(cells))).toEqual(expected);
      }),
    );
  });
});

/** RFC 4180, read sign by sign. */
function parseCsvLine(line: string): string[] {
  const fields = [''];
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    const last = fields.length - 1;
    if (quoted && sign === '"' && line.charAt(at + 1) === '"') at++;
    else if (sign === '"') {
      quoted = !quoted;
      continue;
    } else if (!quoted && sign === ',') {
      fields.push('');
      continue;
    } else if (!quoted && sign === '\n') {
      expect(at).toBe(line.length - 1);
      break;
    }
    fields[last] = (fields[last] ?? '') + sign;
  }
  return fields;
}

const ROWS: readonly Row[] = [
  { name: 'a', calls: 5, note: null },
  { name: 'longer', calls: 12345, note: 'x' },
];
const COLUMNS = ['name', 'calls', 'note'];

describe('rows', () => {
  it('stand in columns, numbers to the right', async () => {
    expect(await written('table', COLUMNS, ROWS)).toBe(
      ['NAME    CALLS  NOTE', 'a           5  -', 'longer  12345  x', ''].join('\n'),
    );
  });

  it('bring no control characters to a terminal', async () => {
    const table = await written('table', ['name'], [{ name: '\u001b[31mred\u0007\u202e' }]);
    expect(table).toBe('NAME\n?[31mred??\n');
  });

  it('are lines of CSV', async () => {
    expect(await written('csv', COLUMNS, ROWS)).toBe('name,calls,note\na,5,\nlonger,12345,x\n');
  });

  it('are a list in JSON, one on each line', async () => {
    const json = await written('json', COLUMNS, ROWS);
    expect(JSON.parse(json)).toEqual(ROWS);
    expect(json.split('\n')).toHaveLength(5);
  });

  it('may be none', async () => {
    expect(await written('table', COLUMNS, [])).toBe('NAME  CALLS  NOTE\n');
    expect(await written('csv', COLUMNS, [])).toBe('name,calls,note\n');
    expect(JSON.parse(await written('json', COLUMNS, []))).toEqual([]);
  });
});

describe('facts', () => {
  it('are lines for users or one object for programs', async () => {
    const write = async (json: boolean): Promise<string> => {
      const out = new PassThrough();
      await writeFacts(out, json, { plan: null, api_key: 'abc' });
      out.end();
      return text(out);
    };
    expect(await write(false)).toBe('plan     -\napi_key  abc\n');
    expect(await write(true)).toBe('{"plan":null,"api_key":"abc"}\n');
  });
});
