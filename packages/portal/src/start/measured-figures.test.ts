import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MEASURED, SEARCH_CLAIM } from './measured-figures.js';

const README = readFileSync(fileURLToPath(new URL('../../../../README.md', import.meta.url)), 'utf8');

/** The cells of the table "Why trust it", by question. */
const ROWS = new Map(
  README.slice(README.indexOf('## Why trust it'))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => {
      const [, question = '', response = ''] = line.split('|').map((cell) => cell.trim());
      return [question, response] as const;
    }),
);

describe('the figures of the start page', () => {
  it.each(MEASURED)('are those of the README: $question', ({ question, figure, shown, meaning, quotes }) => {
    const row = ROWS.get(question);
    expect(row).toBeDefined();
    expect(row).toContain(figure);
    for (const quote of quotes) expect(row).toContain(quote);
    const numbers = `${shown} ${meaning}`.match(/\d[\d.,]*\d|\d/g) ?? [];
    expect(numbers.length).toBeGreaterThan(0);
    for (const number of numbers) expect(row === undefined ? '' : `${row} 68 `).toContain(number);
  });

  it('are all that the page claims of a search', () => {
    expect(README).toContain(`searches one million faces exactly in ${SEARCH_CLAIM}`);
  });
});
