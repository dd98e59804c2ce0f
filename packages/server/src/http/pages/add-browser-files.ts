import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.js';
import { sendFile } from '../static-file.js';
import type { BrowserFiles } from './browser-files.js';

/** A worker has the policy of its own file: it loads models, and runs WebAssembly. */
const OF_WORKER = {
  'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
};
/** Models are public, and pages of other hosts may load them; they run no script from here. */
const SHARED = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Serves `@facet/browser` and its models. */
export function addBrowserFiles(app: FastifyInstance, files: BrowserFiles): void {
  for (const [folder, headers] of [
    ['/browser/', OF_WORKER],
    ['/models/', SHARED],
  ] as const)
    app.get<{ Params: { name: string } }>(
      `${folder}:name`,
      { config: { auth: 'public', headers } },
      async (request, reply) => {
        const file = await files.find(folder + request.params.name);
        if (file === undefined) throw new ServiceError('not-found');
        return sendFile(request, reply, file);
      },
    );
}
