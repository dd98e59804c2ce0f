import { connect, type Socket } from 'node:net';

const SIP_BYTES = 256 * 1024;
const PAUSE_MS = 400;

/** Everything that is answered until the other side closes, read at 640 kB a second. */
export async function readSlowly(url: string, request: string): Promise<string> {
  const socket = await openLazily(url);
  const chunks: Buffer[] = [];
  let sip = 0;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    sip += chunk.length;
    if (sip < SIP_BYTES) return;
    sip = 0;
    socket.pause();
    setTimeout(() => socket.resume(), PAUSE_MS);
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(request);
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}

/** A connection on which nothing is ever read. */
export async function openLazily(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  socket.on('error', () => undefined);
  return socket;
}
