import { createServer } from 'node:net';
import { fetchInTime } from './fetch-in-time.js';
import { codeOf, fail, messageOf, ok, warn, type Finding } from './finding.js';

const ANSWER_MS = 2000;

/** Whether `facet serve` could listen there. */
export async function checkPort(host: string, port: number): Promise<Finding> {
  const where = `${host}:${port}`;
  const error = await tryToListen(host, port);
  if (error === null) return ok('port', `${where} is free`);
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return (await isFacet(host, port))
      ? warn('port', `Facet is already running on ${where}`, 'Use that one, or choose another with --port.')
      : fail('port', `${where} is in use by another program`, 'Choose another: --port 9000, or PORT=9000.');
  }
  if (code === 'EACCES') {
    return fail('port', `${where} may not be used by this user`, 'Choose a port from 1024 on.');
  }
  return fail('port', `${where}: ${messageOf(error)}`, 'Correct HOST; 127.0.0.1 always works.');
}

function tryToListen(host: string, port: number): Promise<unknown> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => {
      server.close(() => {
        resolve(null);
      });
    });
  });
}

async function isFacet(host: string, port: number): Promise<boolean> {
  const name = host.includes(':') ? `[${host}]` : host;
  try {
    const document = await fetchInTime(`http://${name}:${port}/openapi.json`, ANSWER_MS, (response) =>
      response.text(),
    );
    return document.includes('/get_image_attr');
  } catch {
    return false;
  }
}
