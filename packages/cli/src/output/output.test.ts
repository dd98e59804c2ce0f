import { expect, it } from 'vitest';
import { csvRow, jsonLine } from './printer.js';
import { coloursFor, printable } from './terminal.js';

it.each(['=1+1', '+1', '-1', '@sum', '＝1'])('keeps a spreadsheet from running the text %j', (text) => {
  expect(csvRow([text])).toBe(`"'${text}"\n`);
});

it('leaves numbers and harmless texts alone, and quotes what RFC 4180 says', () => {
  expect(csvRow([-1, 0.5, 'a-b.jpg', 'a,b', 'a"b'])).toBe('-1,0.5,a-b.jpg,"a,b","a""b"\n');
});

it('escapes control characters and reversed directions, also in cells that are quoted', () => {
  expect(csvRow(['a\u001b[2J\u009b.jpg', 'two\r\nlines', '=1\u001b', 'a,\u202e"'])).toBe(
    'a\\u001b[2J\\u009b.jpg,two\\u000d\\u000alines,"\'=1\\u001b","a,\\u202e"""\n',
  );
  // What would hide the beginning of a formula is escaped, so it is no formula any more.
  expect(csvRow(['\t=1'])).toBe('\\u0009=1\n');
});

it('shows control characters and reversed directions as escapes', () => {
  expect(printable('a\u001b[2J\n\u202eb')).toBe('a\\u001b[2J\\u000a\\u202eb');
  expect(printable('Zoë 日本.jpg')).toBe('Zoë 日本.jpg');
});

it('leaves nothing that a terminal would interpret or hide in any output', () => {
  const codes = [
    '\u009b',
    '\u0085',
    '\u061c',
    '\u200e',
    '\u200f',
    '\u202e',
    '\u2066',
    '\u2028',
    '\ufeff',
    '\u200b',
    '\u00ad',
  ];
  for (const code of [...codes, '\u{e0041}', '\ud800']) {
    const name = `a${code}b`;
    for (const text of [printable(name), csvRow([name]), jsonLine({ photo: name })])
      expect(text, text).toMatch(/^[\x20-\x7e]+\n?$/);
    expect(JSON.parse(jsonLine({ photo: name }))).toEqual({ photo: name });
  }
});

it('quotes only the cells that need it', () => {
  expect(csvRow(['a.jpg', 1, 'x,y', 'say "hi"'])).toBe('a.jpg,1,"x,y","say ""hi"""\n');
});

it.each([
  [true, {}, '\x1b[31mno\x1b[39m'],
  [false, {}, 'no'],
  [true, { NO_COLOR: '1' }, 'no'],
  [true, { NO_COLOR: '' }, '\x1b[31mno\x1b[39m'],
  [true, { TERM: 'dumb' }, 'no'],
  [false, { FORCE_COLOR: '1' }, '\x1b[31mno\x1b[39m'],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, 'no'],
])('on a terminal: %s, with %o: %j', (isTTY, env, text) => {
  expect(coloursFor({ isTTY }, env).red('no')).toBe(text);
});
