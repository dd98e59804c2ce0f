import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readSample, SAMPLE_NAMES } from './data/sample-photos.js';
import { printTable } from './print-table.js';
import { saveResults } from './save-results.js';
import { COST_HEADING, costRow, isReached, type CostFigure } from './speed/figure.js';
import type { MemoryReport, MemoryTask } from './speed/memory-child.js';
import { makePhotos, reduced } from './speed/photos.js';

/** Measures the memory of a warm engine with two workers, in a process of its own, and of its decoder processes. */
const full = await Promise.all(SAMPLE_NAMES.map(readSample));
const task: MemoryTask = {
  full,
  medium: await Promise.all(full.map((photo) => reduced(photo, 1024))),
  small: await reduced((await makePhotos()).portrait, 640),
};
const child = fork(new URL('speed/memory-child.js', import.meta.url), { serialization: 'advanced' });
const ended = once(child, 'exit');
const messages: MemoryReport[] = [];
child.on('message', (message) => messages.push(message as MemoryReport));
child.send(task);
await ended;
const [report] = messages;
if (report === undefined) throw new Error('The measuring process ended without a report.');

const mean = (from: number, to: number): number => {
  const part = report.afterCalls.slice(from, to);
  return part.reduce((sum, { all }) => sum + all, 0) / part.length;
};
const count = report.afterCalls.length;
const figures: CostFigure[] = [
  { measure: 'RSS after the warm-up', value: report.warm.own, unit: 'MB', count: 1 },
  { measure: 'the same with two decoder processes', value: report.warm.all, unit: 'MB', count: 1 },
  {
    measure: 'RSS with two workers, at the peak',
    value: report.peak.own,
    unit: 'MB',
    target: { most: 600 },
    count,
  },
  { measure: 'the same with two decoder processes', value: report.peak.all, unit: 'MB', count },
  {
    measure: 'Growth from calls 500–1000 to calls 1500–2000, with decoder processes',
    value: (mean(1500, 2000) / mean(500, 1000) - 1) * 100,
    unit: '%',
    target: { most: 3 },
    count,
  },
];
printTable(COST_HEADING, figures.map(costRow));
console.log(`\nSaved to ${await saveResults('memory', figures)}`);
if (!figures.every(isReached)) process.exitCode = 1;
