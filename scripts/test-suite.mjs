// `npm run test:browser`, `test:cluster`, `test:resilience` and others: one of the longer suites, named first, all of
// them (`npm run test:all`), or the long form of some tests (`npm run test:long`). Further arguments go to vitest and choose among the tests.
import { join } from 'node:path';
import { build, installIfNeeded, ROOT, run } from './install.mjs';

/** What takes longer is ended, and has failed. The longest suite takes 12 to 30 minutes, by the processor; all take 50. */
const MINUTES = 45;
const MINUTES_FOR_ALL = 120;

/** The projects of vitest.config.ts that each is made of. */
const SUITES = {
  slow: ['slow'],
  browser: ['browser'],
  pack: ['pack'],
  clients: ['clients'],
  cluster: ['cluster'],
  deploy: ['deploy'],
  resilience: ['resilience alone', 'resilience side by side'],
};

/** Of the tests of resilience, those that find more the longer they run. */
const LONG = ['soak', 'mutants', 'overload', 'collections-killed'];

const [name, ...given] = process.argv.slice(2);
const isLong = name === 'long';
if (isLong) process.env.FACET_TEST_LONG = '1';
const args = isLong && given.length === 0 ? LONG : given;
const projects = name === 'all' ? Object.values(SUITES).flat() : SUITES[isLong ? 'resilience' : name];
await installIfNeeded();
await build();
await runWithin(name === 'all' || isLong ? MINUTES_FOR_ALL : MINUTES, [
  'run',
  ...projects.flatMap((project) => ['--project', project]),
  ...args,
]);

async function runWithin(minutes, vitestArgs) {
  const late = setTimeout(() => {
    console.error(`\nThis took longer than its ${minutes} minutes and is ended.`);
  }, minutes * 60_000);
  await run(process.execPath, [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), ...vitestArgs], {
    timeout: minutes * 60_000 + 1000,
  });
  clearTimeout(late);
}
