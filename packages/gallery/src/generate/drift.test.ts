import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { SEARCH_RULE_FILE, searchRule } from './search-rule-file.js';

it('the Python client has the same search rule (else: node packages/gallery/dist/generate/write-search-rule.js)', async () => {
  expect(await readFile(SEARCH_RULE_FILE, 'utf8')).toBe(searchRule());
});
