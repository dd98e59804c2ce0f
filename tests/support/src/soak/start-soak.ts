import { startService, type StartedService } from '../started-service.js';
import { startImageServer } from './image-server.js';
import { COLLECTS_ON_SIGNAL } from './live-heap.js';
import { cutFaces } from './soak-photos.js';
import { soakCycle, type SoakCall } from './soak-cycle.js';

const API_KEY = 'soaked-user-id';

export interface StartedSoak {
  readonly service: StartedService;
  readonly cycle: readonly SoakCall[];
  /** Its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** The built service with default settings, images on loopback that it may fetch, and the calls to make. */
export async function startSoak(photos: readonly Uint8Array[]): Promise<StartedSoak> {
  let served: ReadonlyMap<string, Buffer> = new Map();
  const images = await startImageServer(() => served);
  const service = await startService({
    apiKey: API_KEY,
    env: {
      FACET_LOG_LEVEL: 'warn',
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${COLLECTS_ON_SIGNAL}`,
      FACET_URL_ALLOW: `127.0.0.1:${images.port}`,
      FACET_URL_PORTS: String(images.port),
    },
  }).catch(async (error: unknown) => {
    await images.close();
    throw error;
  });
  const stop = async (): Promise<number | null> => {
    const code = await service.stop();
    await images.close();
    return code;
  };
  try {
    const soaked = await cutFaces(service.url, API_KEY, photos);
    served = new Map(soaked.faces.map((face, n) => [`face-${n}`, face]));
    return { service, cycle: soakCycle({ apiKey: API_KEY, photos: soaked, urlOf: images.urlOf }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
