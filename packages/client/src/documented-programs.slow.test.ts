import { codeBlocks, DOCUMENTS } from '@facet/test-support';
import { describe, expect, it } from 'vitest';
import { typeProblems } from './type-check.test.fixture.js';

/** What the text around an example has said before. */
const GIVEN: Readonly<Record<string, string>> = {
  apiKey: 'string',
  client: "import('@facet/client').FacetClient",
  vectors: 'number[][]',
  photos: 'string[]',
};

const declares = (text: string, name: string): boolean => new RegExp(`\\b(const|let) ${name}\\b`).test(text);

const withGiven = (text: string): string =>
  Object.entries(GIVEN)
    .filter(([name]) => !declares(text, name))
    .map(([name, type]) => `declare const ${name}: ${type};`)
    .concat(text, 'export {};')
    .join('\n');

const PROGRAMS = DOCUMENTS.flatMap((document) =>
  codeBlocks(document)
    .filter(({ language }) => language === 'ts')
    .map(({ text }) => ({ document, text, firstLine: text.trim().split('\n')[0] ?? '' })),
);

describe('the TypeScript of the documents', () => {
  it('is found', () => {
    expect(PROGRAMS.length).toBeGreaterThan(8);
  });

  it.each(PROGRAMS)('compiles with the built packages: $document, $firstLine', ({ text }) => {
    expect(typeProblems(withGiven(text), { types: ['node'] })).toEqual([]);
  });

  it('would be found wrong if it were', () => {
    expect(
      typeProblems(withGiven("const { wrong } = await client.vector('a.jpg');"), { types: ['node'] }),
    ).toEqual([expect.stringContaining("Property 'wrong' does not exist")]);
  });
});
