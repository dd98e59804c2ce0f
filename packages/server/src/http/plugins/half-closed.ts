import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Delays between probes. The first probe makes the system learn that the client is gone, the second one gets the error:
 * soon if the client is near.
 */
const PROBES_MS = [10, 40, 200];
const LATER_MS = 250;

/**
 * A client may half-close its connection after a request and still wait for the response. A client that has
 * disconnected looks the same until something is sent to it. So interim responses are sent: a waiting client ignores
 * them, and for a disconnected one the system reports an error, and its work is cancelled.
 */
export function probeHalfClosed(socket: Socket, waiting: ReadonlySet<ServerResponse>): void {
  socket.once('end', () => {
    let timer: NodeJS.Timeout | undefined;
    let probes = 0;
    const probe = (): void => {
      const [current] = waiting;
      if (current === undefined || socket.destroyed) return;
      // HTTP/1.0 clients do not know interim responses: they are treated as disconnected.
      if (current.req.httpVersionMinor === 0) {
        socket.destroy();
        return;
      }
      if (!current.headersSent) current.writeProcessing();
      timer = setTimeout(probe, PROBES_MS[probes++] ?? LATER_MS);
    };
    socket.once('close', () => {
      clearTimeout(timer);
    });
    probe();
  });
}
