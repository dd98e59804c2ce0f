import { randomUUID } from 'node:crypto';
import { seededRandom, DIMENSIONS, LIKE_FACES, VectorSource } from '../gallery/synthetic-vectors.js';
import { CollectionClient } from '../collections/collection-client.js';
import type { ExpensiveImage } from './image-search.js';
import { multipart, type Attempt } from './requests.js';
import { VECTOR_MODEL } from '@facet/engine';
import { Gallery } from '@facet/gallery';

const FILLED = 'filled';
const PEOPLE = 20_000;
/** As many faces as a person may have. */
const MANY = 1000;
/** People with so many of them, who are compared when they are imported again. */
const OFTEN = 20;
/** What an import adds. It gives way to other calls after every few hundred faces, so that it may take longer than a call. */
const IMPORTED = 20_000;
const MOST_CPU_SECONDS = 20;

const random = new VectorSource(LIKE_FACES, seededRandom(5));
const vector = (): Float32Array => random.newPerson(new Float32Array(DIMENSIONS));

function galleryOf(people: number, faces: number, prefix: string): Buffer {
  const gallery = new Gallery({ model: VECTOR_MODEL });
  for (let person = 0; person < people; person++)
    for (let face = 0; face < faces; face++) gallery.enrol(`${prefix}-${person}`, vector());
  return Buffer.from(gallery.save());
}

/** Calls about a collection of 40,000 faces, half of which are those of 20 people; and the import of 20,000. */
export async function collectionAttempts(
  url: string,
  apiKey: string,
  crowds: readonly ExpensiveImage[],
): Promise<Attempt[]> {
  const often = galleryOf(OFTEN, MANY, 'often');
  const client = new CollectionClient(url, apiKey);
  await client.create(FILLED);
  await client.importFile(FILLED, galleryOf(PEOPLE, 1, 'person'));
  await client.importFile(FILLED, often);
  await client.close();

  const auth = { user_id: apiKey };
  const at = (path: string): Pick<Attempt, 'route' | 'method' | 'path'> => ({
    route: `POST /collections/{collection}${path.split('?', 1)[0] ?? ''}, of 40,000 faces`,
    method: 'POST',
    path: `/collections/${FILLED}${path}`,
  });
  const withVector = (path: string, name: string): Attempt => ({
    ...at(path),
    name,
    headers: { ...auth, 'content-type': 'application/json' },
    body: JSON.stringify({ vec: Array.from(vector()) }),
    expectedStatus: 200,
  });
  const importOf = (name: string, body: Uint8Array): Attempt => ({
    ...at('/import'),
    name,
    headers: { ...auth, 'content-type': 'application/octet-stream' },
    body,
    expectedStatus: 200,
    mostCpuSeconds: MOST_CPU_SECONDS,
  });
  const added = importOf('20,000 new people', galleryOf(IMPORTED, 1, 'new'));
  return [
    ...crowds.map(({ name, image }) =>
      multipart(at('/search?all=1&max_results=100&threshold=0.9'), auth, `${name}, all=1, 100 results`, [
        ['img', image],
      ]),
    ),
    withVector('/search?max_results=100&threshold=0.9', 'a vector, 100 results'),
    withVector('/people/often-0/verify', 'a person with 1,000 faces'),
    importOf('20 people with 1,000 faces, again', often),
    {
      ...added,
      // The same people once more would be compared alone.
      fresh: async (to) => {
        const collection = `imported-${randomUUID()}`;
        await fetch(`${to}/collections/${collection}`, { method: 'PUT', headers: auth });
        return { ...added, path: `/collections/${collection}/import` };
      },
    },
  ];
}
