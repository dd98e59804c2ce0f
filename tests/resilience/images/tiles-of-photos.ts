import { faceTiles } from '@facet/testing';
import { photo } from '../shared/photos.js';
import { USER_ID } from '../shared/service.js';

/** The faces of some photos of several people, to make pictures of. */
export const tilesOfPhotos = async (url: string): Promise<readonly Buffer[]> =>
  faceTiles(url, USER_ID, await Promise.all([photo(3), photo(5), photo(6)]));
