import { Gallery } from '@facet/gallery';
import { beforeAll, describe, expect, it } from 'vitest';
import { FacetClient } from './client.js';
import type { Collections } from './collections.js';
import { FACET_CODES } from './error-codes.js';
import { EnrolmentError, FacetServiceError, NotFoundError } from './service-errors.js';
import { photo } from './photos.test.fixture.js';
import type { VectorResult } from './results.js';
import { API_KEY, useService, type StartedService } from './started-service.test.fixture.js';

const shared = useService();
let service: StartedService;
let people: Collections;
/** Three women each, of whom one is in both. */
let [first, second]: Buffer[] = [];
let vectors: VectorResult[];

beforeAll(async () => {
  [first, second] = await Promise.all([photo(1), photo(3)]);
  service = shared();
  const client = new FacetClient({ baseUrl: service.url, apiKey: API_KEY });
  people = client.collections;
  const { faces } = await client.attributes(group());
  vectors = await Promise.all(faces.map(({ box }) => client.vector(group(), { box })));
  await people.create('women');
});

const group = (): Buffer => first ?? Buffer.alloc(0);
const otherGroup = (): Buffer => second ?? Buffer.alloc(0);
const vector = (n: number): VectorResult => {
  const found = vectors[n];
  if (found === undefined) throw new Error(`There is no face ${n}.`);
  return found;
};
const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => new Error('The call succeeded.'),
    (error: unknown) => error,
  );

describe('collections', () => {
  it('enrol photos and vectors, and find people again', async () => {
    for (const n of [0, 1, 2])
      expect(await people.enrol('women', `woman-${n}`, vector(n))).toMatchObject({
        person: `woman-${n}`,
        isNew: true,
        duplicates: [],
      });
    const { faces, threshold, meta } = await people.search('women', otherGroup(), { all: true });
    expect(faces.map(({ matches }) => matches.map(({ person }) => person))).toEqual([[], ['woman-2'], []]);
    expect(faces.map(({ isIdentified }) => isIdentified)).toEqual([false, true, false]);
    expect(faces[1]?.box).toHaveLength(4);
    expect(faces[1]?.matches[0]?.distance).toBeLessThan(threshold);
    expect(meta).toMatchObject({ attempts: 1, model: vector(0).model });
    const again = await people.enrol('women', 'woman-0', vector(0));
    expect(again.isNew).toBe(false);
    const { verified } = (await people.verify('women', 'woman-0', vector(0))).raw.data;
    expect(verified).toBe(true);
    expect((await people.verify('women', 'woman-1', group(), { box: [10, 10, 300, 300] })).isVerified).toBe(
      false,
    );
  });

  it('reject a photo of several people, unless told otherwise, and report the same face elsewhere', async () => {
    const rejected = await failure(people.enrol('women', 'group', group()));
    expect(rejected).toBeInstanceOf(EnrolmentError);
    expect((rejected as EnrolmentError).failed.map(({ rule }) => rule)).toContain('one_face');
    const each = await people.enrolEach('women', 'group', [group(), Buffer.from('no photo')], {
      quality: false,
    });
    expect(each[0]).toMatchObject({ isNew: true, duplicates: [{ collection: 'women' }] });
    expect(each[1]).toBeInstanceOf(FacetServiceError);
    expect(await people.deletePerson('women', 'group')).toBe(1);
  });

  it('keep what is said about people, and list them page by page', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const put = await people.putPerson('women', 'woman-1', {
      displayName: 'Grace',
      metadata: { room: 12 },
      consent: 'form 7',
      expiresAt,
    });
    expect(put).toMatchObject({ displayName: 'Grace', metadata: { room: 12 }, consent: 'form 7', expiresAt });
    const changed = await people.putPerson('women', 'woman-1', { consent: null, expiresAt: null });
    expect(changed).toMatchObject({ displayName: 'Grace', consent: null, expiresAt: null, faces: 1 });
    const page = await people.listPeople('women', { prefix: 'woman-', limit: 2 });
    expect(page.people.map(({ id }) => id)).toEqual(['woman-0', 'woman-1']);
    expect(page.next).toBe('woman-1');
    const all: string[] = [];
    for await (const { id } of people.people('women')) all.push(id);
    expect(all).toEqual(['woman-0', 'woman-1', 'woman-2']);
    const { collections, used, limits } = await people.list();
    expect(collections).toMatchObject([{ id: 'women', people: 3, faces: 3, model: vector(0).model }]);
    expect(used).toEqual({ collections: 1, people: 3, faces: 3 });
    expect(limits).toHaveProperty('faces');
  });

  it('move and merge, then delete', async () => {
    const { face } = await people.enrol('women', 'mistake', vector(1));
    expect(await people.getFace('women', 'mistake', face)).toMatchObject({ id: face });
    await people.moveFace('women', 'mistake', face, 'woman-1');
    expect(await failure(people.getFace('women', 'mistake', face))).toMatchObject({ kind: 'not-found' });
    expect((await people.getPerson('women', 'woman-1')).faces.map(({ id }) => id)).toContain(face);
    await people.deleteFace('women', 'woman-1', face);
    expect(await people.mergePeople('women', 'woman-1', 'mistake')).toBe(0);
    const gone = await failure(people.getPerson('women', 'mistake'));
    expect(gone).toBeInstanceOf(NotFoundError);
    expect(gone).toMatchObject({ kind: 'not-found', code: FACET_CODES.unknownPerson, httpStatus: 404 });
  });

  it('leave as a gallery, and come back', async () => {
    const bytes = new Uint8Array(await new Response(await people.export('women')).arrayBuffer());
    const gallery = Gallery.load(bytes);
    expect([...gallery].map(({ id }) => id)).toEqual(['woman-0', 'woman-1', 'woman-2']);
    expect(gallery.search(vector(2)).hits[0]?.id).toBe('woman-2');
    await people.create('copy');
    expect(await people.import('copy', bytes)).toEqual({ people: 3, faces: 3 });
    expect(await people.import('copy', new Blob([bytes]))).toEqual({ people: 3, faces: 0 });
    expect(await people.get('copy')).toMatchObject({ id: 'copy', people: 3, faces: 3 });
    expect(await people.getPerson('copy', 'woman-1')).toMatchObject({ person: { displayName: 'Grace' } });
    expect(await people.delete('copy')).toEqual({ people: 3, faces: 3 });
    expect(await failure(people.export('copy'))).toBeInstanceOf(NotFoundError);
  });
});
