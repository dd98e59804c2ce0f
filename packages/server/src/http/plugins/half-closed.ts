import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How soon it is noticed that a client which has said all it wants to is not there any more. */
const PROBE_MS = 250;

/**
 * A client may close its side of a connection once it has asked, and still wait for the answer. A client that has left looks
 * the same until something is sent to it, so interim answers are: to one that listens they mean nothing, and for one that
 * has left the system says so, and its work is cancelled.
 */
export function probeHalfClosed(socket: Socket, waiting: ReadonlySet<ServerResponse>): void {
  socket.once('end', () => {
    const probe = (): void => {
      const [current] = waiting;
      if (current === undefined || current.headersSent || socket.destroyed) return;
      // An older client does not know interim answers: it is taken for one that has left.
      if (current.req.httpVersionMinor === 0) socket.destroy();
      else current.writeProcessing();
    };
    const timer = setInterval(probe, PROBE_MS);
    timer.unref();
    socket.once('close', () => {
      clearInterval(timer);
    });
    probe();
  });
}
