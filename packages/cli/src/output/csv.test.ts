import { expect, it } from 'vitest';
import { csvRow } from './csv.js';
import { printable } from './printable.js';

it.each(['=1+1', '+1', '-1', '@sum', '\tx', '＝1'])(
  'keeps a spreadsheet from running the text %j',
  (text) => {
    expect(csvRow([text])).toBe(`"'${text}"\n`);
  },
);

it('leaves numbers and harmless texts alone, and quotes what RFC 4180 says', () => {
  expect(csvRow([-1, 0.5, 'a-b.jpg', 'a,b', 'a"b'])).toBe('-1,0.5,a-b.jpg,"a,b","a""b"\n');
});

it('shows control characters and reversed directions as escapes', () => {
  expect(printable('a\u001b[2J\n\u202eb')).toBe('a\\u001b[2J\\u000a\\u202eb');
  expect(printable('Zoë 日本.jpg')).toBe('Zoë 日本.jpg');
});
