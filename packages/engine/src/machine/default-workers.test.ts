import { expect, it } from 'vitest';
import { workersFor } from './default-workers.js';

it.each([
  { facts: { cores: 8 }, workers: 8 },
  { facts: { cores: 8, cpus: 3 }, workers: 3 },
  { facts: { cores: 8, cpus: 2.9 }, workers: 2 },
  { facts: { cores: 8, cpus: 0.25 }, workers: 1 },
  { facts: { cores: 2, cpus: 16 }, workers: 2 },
  { facts: { cores: 8, threads: 2 }, workers: 4 },
  { facts: { cores: 7, threads: 2 }, workers: 3 },
  { facts: { cores: 8, cpus: 3, threads: 2 }, workers: 1 },
  { facts: { cores: 2, threads: 4 }, workers: 1 },
])('lets $workers workers run with $facts', ({ facts, workers }) => {
  expect(workersFor(facts)).toBe(workers);
});
