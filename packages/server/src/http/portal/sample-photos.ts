import { readFile } from 'node:fs/promises';
import { staticFile, type StaticFile } from '../static/static-file.js';

/** The name in the store of each photo, by the name under which it is served. */
const STORED_NAMES = {
  '1.jpg': 'sample1.jpg',
  '2.jpg': 'sample2.jpg',
  '3.jpg': 'sample3.jpg',
  '4.jpg': 'sample4.jpg',
  '5.jpg': 'sample5.jpg',
  '6.jpg': 'sample6.jpg',
} as const;

export type StoredPhoto = (typeof STORED_NAMES)[keyof typeof STORED_NAMES];

/** Finds the file of a photo; may take a while, and may fail. */
export type FindPhoto = (name: StoredPhoto) => Promise<string | null | undefined>;

const CACHING = 'public, max-age=86400';

/** Photos for people who have none at hand. There are none until they have been looked for, and none is required. */
export class SamplePhotos {
  readonly #files = new Map<string, StaticFile>();

  /** The paths of those that are there. */
  get paths(): readonly string[] {
    return [...this.#files.keys()].map((name) => `/samples/${name}`);
  }

  get(name: string): StaticFile | undefined {
    return this.#files.get(name);
  }

  /** Looks for the photos. One that cannot be had is left out. */
  async load(find: FindPhoto): Promise<void> {
    for (const [name, stored] of Object.entries(STORED_NAMES)) {
      try {
        const path = await find(stored);
        if (typeof path === 'string')
          this.#files.set(name, await staticFile(name, await readFile(path), CACHING));
      } catch {
        // The service works just as well without it.
      }
    }
  }
}
