import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Between one probe and the next. The first brings the word of the system that nobody is there, the second meets it: soon
 * where the client is near.
 */
const PROBES_MS = [10, 40, 200];
const LATER_MS = 250;

/**
 * A client may close its side of a connection once it has asked, and still wait for the answer. A client that has left looks
 * the same until something is sent to it, so interim answers are: to one that listens they mean nothing, and for one that
 * has left the system says so, and its work is cancelled.
 */
export function probeHalfClosed(socket: Socket, waiting: ReadonlySet<ServerResponse>): void {
  socket.once('end', () => {
    let timer: NodeJS.Timeout | undefined;
    let probes = 0;
    const probe = (): void => {
      const [current] = waiting;
      if (current === undefined || socket.destroyed) return;
      // An older client does not know interim answers: it is taken for one that has left.
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
