/** Parts of the server for this repository's benchmarks and resilience tests. Not a public interface. */
export { type Database } from '../db/database.js';
export { LOCK_DEADLINE_MS, migrate } from '../db/migrate.js';
export { openDatabase, type DatabaseOptions } from '../db/open-database.js';
export { TRIAL_DECODE_MS } from '../faces/index.js';
export { type JudgedFrames, judgeFrames } from '../liveness/index.js';
export { createImageFetcher, hostResolver, type ImageFetcher, parseAllowList } from '../images/index.js';
export {
  deriveKeys,
  isRejected,
  type Meter,
  type MeterOptions,
  openMeter,
  type Plan,
  type Reservation,
} from '../accounts/index.js';
export {
  Collections,
  exportedBytes,
  importPeople,
  type Neighbour,
  openCollections,
  PostgresFaceStore,
} from '../people/index.js';
export { openPostgres } from '../db/postgres/open-postgres.js';
export { NEVER, Turns } from '../work/turns.js';
