/** The cookie of a log-in where the connection is plain http. */
export const SESSION_COOKIE = 'facet_session';

/** Over https the name itself tells the browser: this host only, the whole of it, never in the clear. */
export const sessionCookieName = (secure: boolean): string =>
  secure ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;
