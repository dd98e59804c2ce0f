import { startService, type StartedService } from '@facet/testing';
import { hostPhotos } from './photos.js';

export interface ServiceWithPhotos {
  readonly service: StartedService;
  /** Where the service can load the photographs from. */
  readonly photosUrl: string;
  readonly stop: () => Promise<void>;
}

/** The real service, and a host of photographs that it may load. */
export async function startWithPhotos(userId: string): Promise<ServiceWithPhotos> {
  const photos = await hostPhotos();
  const env = { FACET_WORKERS: '1', FACET_URL_ALLOW: photos.address };
  const service = await startService({ userId, env });
  return {
    service,
    photosUrl: photos.url,
    stop: async () => {
      await service.stop();
      photos.close();
    },
  };
}
