import { ServiceError } from '../../errors.js';
import { sentByHandler } from '../response-kinds.js';
import { route, type Route } from '../route.js';
import { sendFile, type StaticFile } from '../static-file.js';
import type { BrowserFiles } from './browser-files.js';
import type { PortalPages } from './portal-pages.js';

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

/** Serves files from memory. */
const fileRoute = (
  path: `/${string}`,
  headers: Readonly<Record<string, string>>,
  find: (name: string) => StaticFile | undefined | Promise<StaticFile | undefined>,
): Route =>
  route({
    method: 'GET',
    path,
    caller: 'anyone',
    cost: 'static',
    headers,
    response: sentByHandler('A file.'),
    handle: async ({ request, reply }) => {
      const { name = '' } = request.params as { readonly name?: string };
      const file = await find(name);
      if (file === undefined) throw new ServiceError('not-found');
      return sendFile(request, reply, file);
    },
  });

/** The portal at `/` with its assets and sample photos, and nothing else. */
export const portalRoutes = (pages: PortalPages): Route[] => [
  ...[...pages]
    .filter(([path]) => !path.startsWith(ASSETS))
    .map(([path, file]) => fileRoute(path as `/${string}`, path === '/' ? PAGE_HEADERS : {}, () => file)),
  fileRoute(`${ASSETS}:name`, {}, (name) => pages.get(ASSETS + name)),
];

/** A worker has the policy of its own file: it loads models, and runs WebAssembly. */
const OF_WORKER = {
  'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
};
/** Models are public, and pages of other hosts may load them; they run no script from here. */
const SHARED = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** `@facet/browser` and its models. */
export const browserRoutes = (files: BrowserFiles): Route[] => [
  fileRoute('/browser/:name', OF_WORKER, (name) => files.find(`/browser/${name}`)),
  fileRoute('/models/:name', SHARED, (name) => files.find(`/models/${name}`)),
];
