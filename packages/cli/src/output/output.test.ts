import { expect, it } from 'vitest';
import { coloursFor } from './colours.js';
import { csvRow } from './csv.js';

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
