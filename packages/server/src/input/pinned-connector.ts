import type { LookupFunction, Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import type { Address } from './address-policy.js';

export interface PinnedConnectorOptions {
  /** The only addresses to connect to, tried in turn. */
  readonly addresses: readonly Address[];
  /** Further certificate authorities in PEM, beside the usual ones. */
  readonly extraCa: readonly string[];
  /** Closes the socket in whatever state it is. */
  readonly signal: AbortSignal;
  /** Gets the socket before anything is read from it. */
  readonly onSocket: (socket: Socket) => void;
}

/** Answers every look-up with the addresses that were checked; no second DNS answer can come in. */
function pinnedLookup(addresses: readonly Address[]): LookupFunction {
  const answers = addresses.map((address) => ({
    address: address.toString(),
    family: address.kind() === 'ipv4' ? 4 : 6,
  }));
  return (hostname, options, callback) => {
    const [first] = answers;
    if (options.all === true) callback(null, answers);
    else if (first !== undefined) callback(null, first.address, first.family);
    else callback(new Error(`No address for ${hostname}`), '');
  };
}

/** Connects to the checked addresses, while TLS and the Host header keep speaking of the name. */
export function pinnedConnector({
  addresses,
  extraCa,
  signal,
  onSocket,
}: PinnedConnectorOptions): buildConnector.connector {
  const authorities = extraCa.length > 0 ? { ca: [...rootCertificates, ...extraCa] } : {};
  const options = {
    ...authorities,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    signal,
    maxCachedSessions: 0,
    allowH2: false,
    // The signal carries the one deadline.
    timeout: 0,
  };
  const connect = buildConnector(options);
  return (target, callback) => {
    connect(target, (...outcome) => {
      const [error, socket] = outcome;
      if (error === null) onSocket(socket);
      callback(...outcome);
    });
  };
}
