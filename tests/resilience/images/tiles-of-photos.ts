import { faceTiles } from '@facet/test-support';
import { photo } from '../shared/photos.js';
import { API_KEY } from '../shared/service.js';

/** The faces of some photos of several people, to make pictures of. */
export const tilesOfPhotos = async (url: string): Promise<readonly Buffer[]> =>
  faceTiles(url, API_KEY, await Promise.all([photo(3), photo(5), photo(6)]));
