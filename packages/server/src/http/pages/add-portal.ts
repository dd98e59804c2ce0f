import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.js';
import type { PortalPages } from './portal-pages.js';
import { sendFile } from '../static-file.js';

export interface PortalDeps {
  readonly pages: PortalPages;
}

/** The page loads nothing from other hosts, runs only scripts and WebAssembly from its own files, and may use the camera. */
const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
};

const ASSETS = '/assets/';

/** Serves the portal at `/` with its assets and sample photos, and nothing else. */
export function addPortal(app: FastifyInstance, { pages }: PortalDeps): void {
  for (const [path, file] of pages) {
    if (path.startsWith(ASSETS)) continue;
    const headers = path === '/' ? PAGE_HEADERS : {};
    app.get(path, { config: { auth: 'public', headers } }, (request, reply) =>
      sendFile(request, reply, file),
    );
  }
  app.get<{ Params: { name: string } }>(
    `${ASSETS}:name`,
    { config: { auth: 'public' } },
    (request, reply) => {
      const file = pages.get(ASSETS + request.params.name);
      if (file === undefined) throw new ServiceError('not-found');
      return sendFile(request, reply, file);
    },
  );
}
