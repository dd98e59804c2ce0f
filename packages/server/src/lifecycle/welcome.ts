import { basename, join } from 'node:path';
import type { Config } from '../config/config.js';
import { portalFolder, type PortalPages } from '../http/portal/portal-pages.js';
import { samplePaths } from '../http/portal/samples.js';

export interface WelcomeFacts {
  readonly host: string;
  readonly port: number;
  readonly demoUserId: string | null;
  /** Path of a photo that is there; null where there is none. */
  readonly photo: string | null;
}

/** A photo for a first try: the first one that the portal offers. */
export function samplePhoto({ FACET_SAMPLES_DIR }: Config, pages: PortalPages): string | null {
  const [path] = samplePaths(pages);
  if (path === undefined) return null;
  return join(FACET_SAMPLES_DIR ?? join(portalFolder(), 'samples'), basename(path));
}

/** What a person needs for a first call. */
export function welcome({ host, port, demoUserId, photo }: WelcomeFacts): string {
  const address = `http://${reachable(host)}:${port}`;
  const lines = [
    '',
    `Facet is ready at ${address}`,
    `Portal:       ${address}/`,
    `Reference:    ${address}/docs`,
  ];
  if (demoUserId !== null) {
    lines.push(
      `Demo user_id: ${demoUserId}`,
      '',
      'Try it:',
      `  curl -H 'user_id: ${demoUserId}' -F 'image_attr=@${photo ?? 'photo.jpg'}' ${address}/get_image_attr`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** An address that means "all" is none to call. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
