import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { sendFile } from '../static/send-file.js';
import { IMMUTABLE, REVALIDATE, staticFile, type StaticFile } from '../static/static-file.js';

/**
 * The page comes wholly from this server and shares its origin with the portal's session, so it gets as little as the
 * portal does: scripts are files of ours, and nothing is built from text. Only styles are made by the script itself.
 */
const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
};

const CONFIGURATION = {
  // Relative, for a proxy that serves all this under a path of its own.
  url: './openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
};

const START = `Scalar.createApiReference('#app', ${JSON.stringify(CONFIGURATION)});\n`;

const page = (scripts: readonly string[]): string => `<!doctype html>
<html lang="en">
  <head>
    <title>Facet API</title>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="app"></div>
${scripts.map((name) => `    <script src="${name}"></script>`).join('\n')}
  </body>
</html>
`;

/** The files of the reference by their path. */
export type ReferenceFiles = ReadonlyMap<string, StaticFile>;

/** Where the package of the reference keeps the script that holds all of it. */
const bundledScript = (): URL =>
  new URL(
    'js/standalone.js',
    pathToFileURL(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')),
  );

/** Reads, compresses and names everything once: 3.5 MB of script in a quarter of a second, beside the main thread. */
export async function readReference(): Promise<ReferenceFiles> {
  return referenceOf(await readFile(bundledScript()));
}

/** The reference with the given script in place of the real one. */
export async function referenceOf(script: Buffer): Promise<ReferenceFiles> {
  const scripts = await Promise.all([
    staticFile('scalar.js', script, IMMUTABLE),
    staticFile('start.js', Buffer.from(START), IMMUTABLE),
  ]);
  const names = ['scalar', 'start'].map((name, n) => `${name}.${scripts[n]?.hash ?? ''}.js`);
  const html = await staticFile('index.html', Buffer.from(page(names)), REVALIDATE);
  return new Map([
    ['/docs/', html],
    ...scripts.map((file, n): [string, StaticFile] => [`/docs/${names[n] ?? ''}`, file]),
  ]);
}

/** The interactive reference at /docs. */
export function addReference(app: FastifyInstance, files: ReferenceFiles): void {
  app.get('/docs', { config: { auth: 'public' } }, (_request, reply) => reply.redirect('/docs/', 301));
  for (const [path, file] of files) {
    const headers = path === '/docs/' ? PAGE_HEADERS : {};
    app.get(path, { config: { auth: 'public', headers } }, (request, reply) =>
      sendFile(request, reply, file),
    );
  }
}
