/** A server reduced to its meter, as a process of its own that can be killed. Started by calling-processes. */
import { writeSync } from 'node:fs';
import { openDatabase, type DatabaseOptions } from '../../db/open-database.js';
import { hashOf, PLANS, tally, reservationsOf } from './metered.test.fixture.js';
import { openMeter } from './open-meter.js';

export interface CallingOrder {
  readonly place: DatabaseOptions;
  readonly apiKey: string;
  /** `load`: calls until it is killed, saying so after each response. `burst`: this many calls at once, then ends. */
  readonly mode: 'load' | 'burst';
  readonly calls: number;
}

const say = (line: string): void => {
  // Synchronous, so that what was answered is known even if the next moment is the last.
  writeSync(1, `${line}\n`);
};

async function main({ place, apiKey, mode, calls }: CallingOrder): Promise<void> {
  const database = await openDatabase(place);
  // On a busy machine, the calls of a burst wait long for each other.
  const meter = openMeter({ database, plans: PLANS, hashOf, deadlineMs: 60_000 });
  meter.start();
  say('ready');
  if (mode === 'load') {
    await Promise.all(
      Array.from({ length: calls }, async () => {
        for (;;)
          for (const reservation of reservationsOf([await meter.admit(apiKey)])) {
            await new Promise((resolve) => setTimeout(resolve, 1));
            await meter.settle(reservation, 'match_faces', '1000', true);
            say('answered');
          }
      }),
    );
    return;
  }
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const responses = await Promise.all(Array.from({ length: calls }, () => meter.admit(apiKey)));
  for (const reservation of reservationsOf(responses))
    await meter.settle(reservation, 'match_faces', '1000', true);
  say(JSON.stringify(tally(responses)));
  await meter.close();
  await database.close();
  process.exit(0);
}

await main(JSON.parse(process.argv[2] ?? '') as CallingOrder);
