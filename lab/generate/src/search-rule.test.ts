import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { SEARCH_RULE_FILE, searchRule } from './search-rule.js';

it('the Python client has the same search rule (else: npm run search-rule)', async () => {
  expect(await readFile(SEARCH_RULE_FILE, 'utf8')).toBe(searchRule());
});
