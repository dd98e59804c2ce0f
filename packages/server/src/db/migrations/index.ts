import type { Transaction } from 'kysely';
import type { Tables } from '../tables.js';
import { createAccountTables } from './0002-accounts.js';
import { createMeterTables } from './0003-metering.js';
import { addReservations, dropHolds } from './0004-reservations.js';
import { allowSeveralUserIds, nameUserIds } from './0006-user-ids.js';
import { createRequestLog } from './0008-request-log.js';
import { createAudit } from './0009-audit.js';
import { indexSessionExpiry } from './0010-session-expiry.js';
import { addCarriedUsage } from './0011-carried-usage.js';
import { indexRetention } from './0012-retention.js';
import { addUserTables, renameTables } from './0013-users-and-api-keys.js';
import { createCollections } from './0015-collections.js';
import { createLivenessSessions } from './0016-liveness-sessions.js';
import { addIdentities } from './0017-identities.js';
import { addAccessKeys } from './0018-access-keys.js';
import { addKeyOfRequests } from './0019-request-log-key.js';
import { createPeopleTables } from './0001-people.js';

export interface Migration {
  readonly name: string;
  readonly apply: (tx: Transaction<Tables>, dialect: 'sqlite' | 'postgres') => Promise<void>;
}

/**
 * In this order, only ever added to. An older server may run beside a newer one on the same database, so steps add;
 * what takes away comes a release later and says by its name which step servers must know, as in
 * `0009-drop-colour needs 0007-hue` (docs/decisions/0013-versions-side-by-side.md). Steps 0005 and 0014 are exceptions, for which
 * all servers must be stopped.
 */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-people', apply: createPeopleTables },
  { name: '0002-accounts', apply: createAccountTables },
  { name: '0003-metering', apply: createMeterTables },
  { name: '0004-reservations', apply: addReservations },
  { name: '0005-drop-holds needs 0004-reservations', apply: dropHolds },
  { name: '0006-named-user-ids', apply: nameUserIds },
  { name: '0007-several-user-ids needs 0006-named-user-ids', apply: allowSeveralUserIds },
  { name: '0008-request-log', apply: createRequestLog },
  { name: '0009-audit', apply: createAudit },
  { name: '0010-session-expiry', apply: indexSessionExpiry },
  { name: '0011-carried-usage', apply: addCarriedUsage },
  { name: '0012-retention', apply: indexRetention },
  { name: '0013-users-and-api-keys', apply: addUserTables },
  { name: '0014-drop-people needs 0013-users-and-api-keys', apply: renameTables },
  { name: '0015-collections', apply: createCollections },
  { name: '0016-liveness-sessions', apply: createLivenessSessions },
  { name: '0017-identities', apply: addIdentities },
  { name: '0018-access-keys', apply: addAccessKeys },
  { name: '0019-request-log-key', apply: addKeyOfRequests },
];
