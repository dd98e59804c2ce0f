import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.js';

/**
 * The page comes wholly from this server: its script is served beside it, web fonts are off, and the policy
 * lets the browser load nothing from elsewhere even if a later version of the page wants to.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The interactive reference at /docs. */
export async function addReference(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, auth: 'public' };
    });
    docs.addHook('onRequest', (request, reply, done) => {
      void reply.header('content-security-policy', CONTENT_POLICY);
      // The page builds a URL from the Host header and would stumble over an impossible one.
      const possible = URL.canParse(request.url, `http://${request.hostname}`);
      done(possible ? undefined : new ServiceError('malformed-body', 'The Host header is not valid.'));
    });
    await docs.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        content: () => app.openApi(),
        pageTitle: 'Facet API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
      },
    });
  });
}
