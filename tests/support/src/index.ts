export { CHROMIUM_ARGS, findChromium } from './find-chromium.js';
export { loadedModules, type LoadedModules } from './loaded-modules.js';
export { INSTALL_DEADLINE_MS, npm, withoutNpm } from './npm.js';
export { serveSite, type Site } from './network/site.js';
export { signUp, type SignedUp } from './sign-up.js';
export {
  freePort,
  SERVER_MAIN,
  startService,
  type ServiceOptions,
  type StartedService,
} from './started-service.js';
export { percentile } from './measure/percentile.js';
export { watchMemory } from './measure/watch-memory.js';
export { ownProcessFigures, processFigures, type ProcessFigures } from './measure/process-figures.js';
export { robustSlope, type Point } from './measure/robust-slope.js';
export { serviceGauges, type ServiceGauges } from './measure/service-gauges.js';
export { WireConnection, type WireResponse } from './wire/wire-connection.js';
export { formRequest, jsonRequest, type WireFields, type WireRequest } from './wire/wire-request.js';
export { judgeSoak, p99Of, type SoakBounds, type SoakVerdict } from './soak/judge-soak.js';
export { runSoak, timesOf, type SoakSample, type SoakResult } from './soak/run-soak.js';
export { startSoak, type StartedSoak } from './soak/start-soak.js';
export { processTree } from './measure/process-tree.js';
export { codeBlocks, commandsOf, DOCUMENTS, looksLike, type CodeBlock } from './documents/code-blocks.js';
export { brokenLinks } from './documents/broken-links.js';
export { openApiText } from './documents/openapi-text.js';
export { differences, parseShownJson, type ShownJson } from './documents/shown-json.js';
export { faceRectangles, type Rectangle } from './images/face-rectangles.js';
export { faceTiles, mosaic } from './images/mosaic.js';
export { webpOfTables } from './images/webp-of-tables.js';
export { startNameServer, startSilentNameServer, type NameServer } from './network/name-server.js';
export {
  EVERY_ADDRESS,
  ISOLATED_MAIN,
  isolatedEnv,
  isolationProblem,
  makeIsolatedFolder,
  type IsolatedFolder,
} from './isolation/isolated-run.js';
export { postgresBinaries } from './postgres/postgres-binaries.js';
export {
  createDatabase,
  databaseName,
  dropDatabase,
  startTemporaryPostgres,
  type TemporaryPostgres,
} from './postgres/temporary-postgres.js';
export { createPgvectorDatabase, pgvectorUrl, type PgvectorDatabase } from './postgres/pgvector.js';
