/** The client closed the connection; nobody is left to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** What such a request is counted as; no client ever sees it. */
export const CLIENT_GONE_STATUS = 499;
