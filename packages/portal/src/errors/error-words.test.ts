import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_GROUPS, errorWords } from './error-words.js';

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
const documented = [...page.matchAll(/^\| (\d{4}) \| \d{3} \|/gm)].map(([, code]) => code);

describe('error codes', () => {
  it('explains exactly the codes that the service has', () => {
    const explained = ERROR_GROUPS.flatMap(({ errors }) => errors.map(({ code }) => code));
    expect(documented.length).toBeGreaterThan(20);
    expect([...explained].sort()).toEqual([...documented].sort());
  });

  it('finds a code', () => {
    expect(errorWords('3001')?.happened).toBe('No face was found.');
    expect(errorWords('9999')).toBeUndefined();
  });
});
