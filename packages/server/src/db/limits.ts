/** A database that takes longer to respond is not alive. */
export const ALIVE_TIMEOUT_MS = 2000;

/** Exports at the same time: each keeps a connection for as long as its caller reads. */
export const MAX_EXPORTING = 2;
