import { openStore } from '@facet/engine';
import type { Config } from './config.js';

/** The one that the first call is shown with. */
const FIRST_PHOTO = 'sample3.jpg';

export interface WelcomeFacts {
  readonly host: string;
  readonly port: number;
  readonly demoUserId: string | null;
  /** Path of a photo that is there; null where none could be had. */
  readonly photo: string | null;
}

/** A photo for a first try. Without it the service works just as well. */
export async function samplePhoto(config: Config): Promise<string | null> {
  try {
    const store = openStore({ cacheDir: config.FACET_CACHE_DIR, sourceDir: config.FACET_MODELS_DIR });
    return (await store.ensure([FIRST_PHOTO])).get(FIRST_PHOTO) ?? null;
  } catch {
    return null;
  }
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
