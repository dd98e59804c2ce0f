/** What other features may use of this one. */
export { AccountList } from './account-list.js';
export { AdminChanges } from './admin-changes.js';
export { adminRoutes } from './routes/admin-routes.js';
export { healthOf } from './routes/health.js';
