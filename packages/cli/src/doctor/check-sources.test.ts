import { expect, it } from 'vitest';
import { checkSources } from './check-sources.js';

const WEIGHTS = [
  {
    name: 'a.bin',
    bytes: 1,
    sha256: '',
    npm: 'p@1.0.0',
    urls: ['https://one.example/a', 'https://two.example/a'],
  },
  { name: 'b.bin', bytes: 1, sha256: '', npm: 'p@1.0.0', urls: ['https://one.example/b'] },
];
const only = (
  ...names: string[]
): { npm: (name: string) => Promise<boolean>; url: (name: string) => Promise<boolean> } => {
  const isThere = (name: string): Promise<boolean> => Promise.resolve(names.includes(name));
  return { npm: isThere, url: isThere };
};

it('says how many sources are reachable, and names the others', async () => {
  const finding = await checkSources(false, WEIGHTS, only('p@1.0.0', 'https://one.example/a'));
  expect(finding).toEqual({
    what: 'sources',
    state: 'ok',
    found: '2 of 4 reachable; not reachable: https://two.example/a, https://one.example/b',
  });
});

it.each([
  [false, 'fail'],
  [true, 'warn'],
])('with models here %j and no source for a file: %s', async (areModelsHere, state) => {
  const finding = await checkSources(areModelsHere, WEIGHTS, only('https://two.example/a'));
  expect(finding.state).toBe(state);
  expect(finding.found).toMatch(/no source for b\.bin$/);
});
