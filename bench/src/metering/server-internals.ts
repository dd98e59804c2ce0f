/** The one door to the built server. */
export * from '../../../packages/server/dist/internals.js';
