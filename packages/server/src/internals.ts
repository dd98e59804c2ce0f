/** Parts of the server for this repository's benchmarks and resilience tests. Not a public interface. */
export { type Database } from './db/database.js';
export { LOCK_DEADLINE_MS, migrate } from './db/migrate.js';
export { openDatabase, type DatabaseOptions } from './db/open-database.js';
export { TRIAL_DECODE_MS } from './http/trial/add-trial-routes.js';
export { judgeFrames, type JudgedFrames } from './http/liveness/judge-frames.js';
export { createImageFetcher } from './input/fetch-image.js';
export { hostResolver } from './input/resolve-host.js';
export { parseAllowList } from './input/url-guard.js';
export { type ImageFetcher } from './input/read-images.js';
export { isRejected, type Meter, type Reservation } from './accounts/meter/meter.js';
export { openMeter, type MeterOptions } from './accounts/meter/open-meter.js';
export { type Plan } from './accounts/plans/plans.js';
export { deriveKeys } from './accounts/secret/keys.js';
export { exportedBytes } from './collections/export-collection.js';
export { openCollections } from './collections/open-collections.js';
