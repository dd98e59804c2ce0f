import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * HTTP libraries and browsers wait for a response before they send the next request; a thousand requests fit into one
 * read.
 */
const MAX_PIPELINED = 100;

/** How often idle connections are closed while the service stops. */
const SWEEP_MS = 100;
/** A proxy that has just connected is about to send a call, which it may not retry elsewhere. */
const FIRST_REQUEST_MS = 1000;

interface Connection {
  /** Of requests whose headers have arrived, and that are not finished. */
  readonly responses: Set<ServerResponse>;
  idleSince: number;
}

/**
 * Limits pipelined requests, notices clients that have disconnected, and closes connections when the service stops.
 */
export function addConnectionRules(app: FastifyInstance, stopping: AbortSignal): void {
  const connections = trackConnections(app);
  closeGracefully(app, connections, stopping);
}

/**
 * Closes a connection with more pipelined requests than any ordinary client sends, and notifies all pending responses
 * when a connection has closed.
 */
function trackConnections(app: FastifyInstance): ReadonlyMap<Socket, Connection> {
  const connections = new Map<Socket, Connection>();
  app.server.on('connection', (socket: Socket) => {
    const responses = new Set<ServerResponse>();
    connections.set(socket, { responses, idleSince: performance.now() });
    socket.once('close', () => {
      connections.delete(socket);
      closeAll(responses);
    });
    probeHalfClosed(socket, responses);
  });
  // Before Fastify sees the request: the objects that it creates are most of the cost of a rejection.
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined || connection.responses.size >= MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    connection.responses.add(response);
    response.once('close', () => {
      connection.responses.delete(response);
      connection.idleSince = performance.now();
    });
    app.routing(request, response);
  });
  return connections;
}

/** Node only notifies the current response; what the others hold would never be released. */
function closeAll(responses: ReadonlySet<ServerResponse>): void {
  for (const response of responses) if (!response.closed) response.emit('close');
}

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
function probeHalfClosed(socket: Socket, waiting: ReadonlySet<ServerResponse>): void {
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

/**
 * Once the service is stopping, every response closes its connection. When it accepts no more requests, idle
 * connections are closed too, and soon after those that have sent no request or only the beginning of one: Node only
 * considers connections idle that have had a request and no byte of the next one.
 */
function closeGracefully(
  app: FastifyInstance,
  connections: ReadonlyMap<Socket, Connection>,
  stopping: AbortSignal,
): void {
  let sweep: NodeJS.Timeout | null = null;
  app.addHook('preClose', (done) => {
    const stoppedAt = performance.now();
    sweep = setInterval(() => {
      app.server.closeIdleConnections();
      const tooLongIdle = performance.now() - FIRST_REQUEST_MS;
      for (const [socket, { responses, idleSince }] of connections) {
        // Part of a request may just have arrived, however long ago the last one was.
        const since = socket.bytesRead === 0 ? idleSince : Math.max(idleSince, stoppedAt);
        if (responses.size === 0 && since < tooLongIdle) socket.destroy();
      }
    }, SWEEP_MS);
    // Connections that the system has accepted but Node has not are reset when listening ends. Right after Node has
    // accepted new ones, there are none.
    setImmediate(done);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.aborted || sweep !== null) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onClose', (_app, done) => {
    if (sweep !== null) clearInterval(sweep);
    done();
  });
}
