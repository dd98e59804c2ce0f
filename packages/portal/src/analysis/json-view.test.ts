import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prettyJson } from './json-view.js';

it('changes nothing but white space', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(JSON.parse(prettyJson(text)))).toBe(text);
    }),
  );
});

it('keeps points on one line and vectors short', () => {
  const text = prettyJson(JSON.stringify({ chin: { x: 1, y: 2 }, vector: Array(128).fill(0.123456) }));
  expect(text).toContain('"chin": { "x": 1, "y": 2 }');
  expect(text.split('\n')).toHaveLength(1 + 1 + 1 + 32 + 1 + 1);
});

it('shows text that is not JSON unchanged', () => {
  expect(prettyJson('<html>')).toBe('<html>');
});
