/** A database that takes longer to respond is not alive. */
export const ALIVE_TIMEOUT_MS = 2000;
