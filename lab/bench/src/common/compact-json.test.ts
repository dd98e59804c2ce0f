import { expect, it } from 'vitest';
import { compactJson } from './compact-json.js';

it('keeps a row in one line, and rounds what is not whole', () => {
  const row = { name: 'a'.repeat(200), ms: 12.34567, calls: 123_456, missing: undefined, none: null };
  const text = compactJson({ rows: [row, row, row] });
  expect(text.split('\n')).toHaveLength(7);
  const read = { name: row.name, ms: 12.35, calls: 123_456, none: null };
  expect(JSON.parse(text)).toEqual({ rows: [read, read, read] });
});
