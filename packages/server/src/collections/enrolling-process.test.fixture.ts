/** A server reduced to its collections, as a process of its own that can be killed. Started by killed.slow.test. */
import { writeSync } from 'node:fs';
import { openDatabase, type DatabaseOptions } from '../db/open-database.js';
import { vectorOf } from '../http/collections/collection-calls.test.fixture.js';
import { collectionsOn, COLLECTION, OWNER, SIGNAL } from './collections-on.test.fixture.js';

export interface EnrollingOrder {
  readonly place: DatabaseOptions;
  /** The number of the first person that is enrolled. */
  readonly from: number;
}

/** Enrolments and deletions at the same time. */
const LANES = 4;

const say = (line: string): void => {
  // Synchronous, so that what was answered is known even if the next moment is the last.
  writeSync(1, `${line}\n`);
};

async function main({ place, from }: EnrollingOrder): Promise<void> {
  const collections = await collectionsOn(await openDatabase(place));
  say('ready');
  let person = from;
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (;;) {
        const kept = person++;
        const deleted = person++;
        for (const n of [kept, deleted])
          await collections.faces.enrol(OWNER, COLLECTION, `p${n}`, Float32Array.from(vectorOf(n)), SIGNAL);
        say(`enrolled ${kept}`);
        say(`deleting ${deleted}`);
        await collections.people.delete(OWNER, COLLECTION, `p${deleted}`);
        say(`deleted ${deleted}`);
      }
    }),
  );
}

await main(JSON.parse(process.argv[2] ?? '') as EnrollingOrder);
