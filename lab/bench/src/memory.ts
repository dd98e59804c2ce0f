import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ownProcessFigures, processFigures } from '@facet/test-support';
import { readSample, SAMPLE_NAMES } from './data/sample-photos.js';
import { saveResults } from './common/save-results.js';
import { isReached, printFigures, type Figure } from './common/figure.js';
import { mean } from './common/statistics.js';
import type { MemoryMessage, MemoryTask } from './speed/memory-child.js';
import { makePhotos, reduced } from './speed/photos.js';

const SAMPLE_EVERY_MS = 20;

/** Measures the memory of a warm engine with two workers, in a process of its own, and of its decoder processes. */
const full = await Promise.all(SAMPLE_NAMES.map(readSample));
const task: MemoryTask = {
  full,
  medium: await Promise.all(full.map((photo) => reduced(photo, 1024))),
  small: await reduced((await makePhotos()).portrait, 640),
};
// As in the container image and the unit of systemd.
const env = { ...process.env, MALLOC_ARENA_MAX: '1' };
const child = fork(new URL('speed/memory-child.js', import.meta.url), { serialization: 'advanced', env });
/** In megabytes. */
interface Resident {
  /** The process that runs the models. */
  readonly own: number;
  /** With its decoder processes; pages that they share with it count for each. */
  readonly all: number;
}
const warm: Resident[] = [];
let peak: Resident = { own: 0, all: 0 };
const afterCalls: Resident[] = [];
/** Null once the process has ended. */
const look = async (): Promise<Resident | null> => {
  const both = await Promise.all([ownProcessFigures(child.pid), processFigures(child.pid)]).catch(() => null);
  if (both === null) return null;
  const [own, all] = both.map(({ residentBytes }) => residentBytes / 1e6);
  const now = { own: own ?? 0, all: all ?? 0 };
  if (warm.length > 0) peak = { own: Math.max(peak.own, now.own), all: Math.max(peak.all, now.all) };
  return now;
};
let looking = Promise.resolve();
child.on('message', (message: MemoryMessage) => {
  looking = looking.then(async () => {
    const now = await look();
    if (now !== null) (message === 'warm' ? warm : afterCalls).push(now);
  });
});
child.send(task);
const watching = setInterval(() => void look(), SAMPLE_EVERY_MS);
await once(child, 'exit');
clearInterval(watching);
await looking;
const [atWarm] = warm;
if (atWarm === undefined) throw new Error('The measured process ended too early.');

const meanOfCalls = (from: number, to: number): number =>
  mean(afterCalls.slice(from, to).map(({ all }) => all));
const count = afterCalls.length;
const figures: Figure[] = [
  { measure: 'RSS after the warm-up', value: atWarm.own, unit: 'MB', count: 1 },
  { measure: 'the same with two decoder processes', value: atWarm.all, unit: 'MB', count: 1 },
  {
    measure: 'RSS with two workers, at the peak',
    value: peak.own,
    unit: 'MB',
    target: { most: 420 },
    count,
  },
  {
    measure: 'the same with two decoder processes',
    value: peak.all,
    unit: 'MB',
    target: { most: 560 },
    count,
  },
  {
    measure: 'Growth from calls 500–1000 to calls 1500–2000, with decoder processes',
    value: (meanOfCalls(1500, 2000) / meanOfCalls(500, 1000) - 1) * 100,
    unit: '%',
    target: { most: 3 },
    count,
  },
];
printFigures(figures);
console.log(`\nSaved to ${await saveResults('memory', figures)}`);
if (!figures.every(isReached)) process.exitCode = 1;
