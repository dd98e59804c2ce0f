import type { Scope } from '../api/account.types.js';

/** What an API key may do, as the portal says it. */
export const SCOPE_TEXT: Readonly<Record<Scope, string>> = {
  analyse: 'analyse faces in images',
  search: 'search collections',
  enrol: 'enrol people in collections',
  manage: 'read, change and delete collections',
  liveness: 'make liveness checks',
};
