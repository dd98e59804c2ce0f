import type { FastifyInstance } from 'fastify';
import { ConfigError, type Config } from '../config/config.js';

/** Takes the port, or says which setting to correct. */
export async function listen(app: FastifyInstance, { HOST: host, PORT: port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = LISTEN_FAILURES[code];
    throw reason === undefined ? error : new ConfigError(`HOST ${host} with PORT ${port} ${reason}.`);
  }
}

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use; choose another PORT',
  EACCES: 'may not be used by this user; choose a PORT from 1024 on',
  EADDRNOTAVAIL: 'is no address of this machine; correct HOST',
  ENOTFOUND: 'is no address; correct HOST',
};
