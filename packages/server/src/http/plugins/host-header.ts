import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.js';

/** The longest possible host name with a port. */
const LONGEST = 255 + 6;

/**
 * Refuses requests whose Host header is repeated or invalid, as HTTP requires: a proxy in front might read another name
 * than this service does.
 */
export function addHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const problem = problemOf(request.raw);
    if (problem === null) {
      done();
      return;
    }
    void reply.header('connection', 'close');
    done(new ServiceError('malformed-body', problem));
  });
}

function problemOf({ rawHeaders, headers: { host } }: IncomingMessage): string | null {
  const names = rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host');
  if (names.length > 1) return 'The request has more than one Host header; send one.';
  return host === undefined || isHost(host) ? null : 'The Host header is not valid.';
}

const isHost = (host: string): boolean =>
  host.length <= LONGEST && !/[/?#@\\\s]/.test(host) && URL.canParse(`http://${host}`);
