import { VECTOR_MODEL } from '@facet/engine';
import { Gallery } from '@facet/gallery';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { base64, postForm } from '../../calls.test.fixture.js';
import {
  FACE_IMAGE,
  FACELESS_IMAGE,
  GOOD_QUALITY,
  OTHER_FACE_IMAGE,
} from '../../fake-engine.test.fixture.js';
import { API_KEY, OTHER_API_KEY, runApp, type RunningApp } from '../../running-app.test.fixture.js';
import { vectorOf } from '../vector-of.test.fixture.js';
import { callerOf, type Caller } from './collection-calls.test.fixture.js';

let app: RunningApp;
let call: Caller;
beforeAll(async () => {
  app = await runApp({ env: { FACET_COLLECTIONS: '1' } });
  call = callerOf(app);
});
afterAll(() => app.close());

/** A collection of its own for a test. */
async function fresh(id: string): Promise<string> {
  expect((await call('PUT', `/${id}`)).status).toBe(200);
  return `/${id}`;
}

const enrol = async (at: string, person: string, seed: number, turnedBy = 0): Promise<string> => {
  const { status, body } = await call('POST', `${at}/people/${person}/faces`, {
    vec: vectorOf(seed, turnedBy),
  });
  expect([status, body.message]).toEqual([200, 'Face enrolled.']);
  return String(body.data['face']);
};

const found = async (at: string, seed: number, turnedBy = 0.02): Promise<unknown[]> => {
  const { body } = await call('POST', `${at}/search`, { vec: vectorOf(seed, turnedBy) });
  const [face] = body.data['faces'] as { matches: { person: string }[] }[];
  return face?.matches.map(({ person }) => person) ?? [];
};

describe('collections', () => {
  it('are created once, listed with what the plan allows, described and deleted', async () => {
    const at = await fresh('first');
    const again = await call('PUT', at);
    expect(again.body.data['collection']).toMatchObject({
      collection: 'first',
      people: 0,
      faces: 0,
      model: null,
    });
    await enrol(at, 'ada', 1);
    const { body } = await call('GET', at);
    expect(body.data['collection']).toMatchObject({
      people: 1,
      faces: 1,
      model: VECTOR_MODEL,
      threshold: 0.5,
    });
    expect((await call('GET', '')).body.data).toMatchObject({
      collections: [{ collection: 'first' }],
      used: { collections: 1, people: 1, faces: 1 },
      limits: { collections: null, people: null, faces: null },
    });
    expect((await call('DELETE', at)).body.data).toEqual({ deleted: { people: 1, faces: 1 } });
    for (const method of ['GET', 'DELETE'])
      expect((await call(method, at)).body).toMatchObject({ code: '4043', success: false });
  });

  it.each([
    ['a space', 'a%20b'],
    ['a slash', 'a%2Fb'],
    ['65 characters', 'x'.repeat(65)],
  ])('have no id with %s', async (_, id) => {
    const { status, body } = await call('PUT', `/${id}`);
    expect([status, body.code]).toEqual([400, '2002']);
  });
});

describe('people', () => {
  it('keep what is said of them; what is left out stays, null removes', async () => {
    const at = await fresh('people');
    const expires_at = '2999-01-01T00:00:00.000Z';
    const said = { display_name: 'Ada 👩', metadata: { room: [12] }, consent: 'form 7', expires_at };
    const { body } = await call('PUT', `${at}/people/ada`, said);
    expect(body.data['person']).toMatchObject({ person: 'ada', ...said, faces: 0 });
    const changed = await call('PUT', `${at}/people/ada`, { display_name: 'Ada L.', metadata: null });
    expect(changed.body.data['person']).toMatchObject({ ...said, display_name: 'Ada L.', metadata: null });
  });

  it.each([
    ['a name that is too long', { display_name: 'x'.repeat(201) }, 'display_name'],
    ['metadata over 1 KB', { metadata: 'x'.repeat(1023) }, 'metadata'],
    ['an end in the past', { expires_at: '2001-01-01T00:00:00Z' }, 'expires_at'],
    ['an end that is no date', { expires_at: 'soon' }, 'expires_at'],
    ['a NUL', { consent: 'a\0b' }, 'consent'],
  ])('are rejected with %s', async (_, fields, field) => {
    const at = await fresh('people');
    const { status, body } = await call('PUT', `${at}/people/eve`, fields);
    expect([status, body.code, body.data['field']]).toEqual([400, '2011', field]);
    expect((await call('GET', `${at}/people/eve`)).body.code).toBe('4044');
  });

  it('are listed by prefix, page by page', async () => {
    const at = await fresh('listed');
    const ids = ['a.1', 'a.2', 'a.3', 'a_1', 'b', 'A'];
    for (const id of ids) await call('PUT', `${at}/people/${id}`, {});
    const page = async (query: string): Promise<unknown[]> => {
      const { body } = await call('GET', `${at}/people${query}`);
      return [(body.data['people'] as { person: string }[]).map(({ person }) => person), body.data['next']];
    };
    expect(await page('')).toEqual([['A', 'a.1', 'a.2', 'a.3', 'a_1', 'b'], null]);
    expect(await page('?prefix=a.&limit=2')).toEqual([['a.1', 'a.2'], 'a.2']);
    expect(await page('?prefix=a.&limit=2&after=a.2')).toEqual([['a.3'], null]);
    expect((await call('GET', `${at}/people?limit=0`)).body.code).toBe('2002');
    expect((await call('GET', `${at}/people?prefix=%25`)).body.code).toBe('2002');
  });

  it('are merged and deleted with their faces', async () => {
    const at = await fresh('merged');
    await enrol(at, 'ada', 1);
    await enrol(at, 'lovelace', 2);
    expect((await call('POST', `${at}/people/ada/merge`, { from: 'ada' })).body.code).toBe('2011');
    expect((await call('POST', `${at}/people/ada/merge`, { from: 'lovelace' })).body.data).toEqual({
      moved: 1,
    });
    expect(await found(at, 2)).toEqual(['ada']);
    expect((await call('GET', `${at}/people/lovelace`)).body.code).toBe('4044');
    expect((await call('DELETE', `${at}/people/ada`)).body.data).toEqual({ deleted: { faces: 2 } });
    expect([await found(at, 1), await found(at, 2)]).toEqual([[], []]);
    expect((await call('GET', at)).body.data['collection']).toMatchObject({ people: 0, faces: 0 });
  });
});

describe('faces', () => {
  it('are enrolled from images behind the enrolment check, which says why it rejects one', async () => {
    const at = await fresh('images');
    const { body } = await postForm(`${app.url}/collections${at}/people/ada/faces`, { img: FACE_IMAGE });
    expect(body.data).toMatchObject({
      person: 'ada',
      is_new: true,
      duplicates: [],
      face_rectangle: [100, 81, 220, 231],
    });
    expect(app.engine.askedFor).toEqual(['enrolment']);
    app.engine.quality = { ...GOOD_QUALITY, sharpness: 0.1 };
    const rejected = await call('POST', `${at}/people/eve/faces`, { img: base64(OTHER_FACE_IMAGE) });
    expect(rejected.body).toMatchObject({ code: '3104' });
    expect((await call('GET', `${at}/people/eve`)).body.code).toBe('4044');
    const accepted = await call('POST', `${at}/people/eve/faces?quality=0`, {
      img: base64(OTHER_FACE_IMAGE),
    });
    expect(accepted.body.data).toMatchObject({
      is_new: true,
      duplicates: [{ person: 'ada', distance: 0.25 }],
    });
    app.engine.quality = GOOD_QUALITY;
    const none = await call('POST', `${at}/people/eve/faces`, { img: base64(FACELESS_IMAGE) });
    expect(none.body.code).toBe('3001');
  });

  it('are enrolled in lists, each image as a call of its own', async () => {
    const at = await fresh('lists');
    const images = [base64(FACE_IMAGE), base64(FACELESS_IMAGE), base64(FACE_IMAGE)];
    const { body } = await call('POST', `${at}/people/ada/faces`, { img: images });
    expect(body.data['results']).toMatchObject([
      { code: '1000', data: { is_new: true, face: '1' } },
      { code: '3001' },
      { code: '1000', data: { is_new: false, face: '1' } },
    ]);
  });

  it('are the same after a repeated call', async () => {
    const at = await fresh('repeated');
    const first = await enrol(at, 'ada', 1);
    expect(await enrol(at, 'ada', 1)).toBe(first);
    expect((await call('GET', at)).body.data['collection']).toMatchObject({ faces: 1 });
  });

  it('are shown, moved and deleted', async () => {
    const at = await fresh('moved');
    const face = await enrol(at, 'ada', 1);
    await enrol(at, 'ada', 2);
    const path = `${at}/people/ada/faces/${face}`;
    expect((await call('GET', path)).body.data['face']).toMatchObject({ face });
    const moved = await call('POST', `${path}/move`, { person: 'grace' });
    expect(moved.body.data).toEqual({ face, person: 'grace' });
    expect(await found(at, 1)).toEqual(['grace']);
    expect((await call('GET', path)).body.code).toBe('4045');
    expect((await call('GET', `${at}/people/grace`)).body.data['faces']).toMatchObject([{ face }]);
    expect((await call('DELETE', `${at}/people/grace/faces/${face}`)).status).toBe(200);
    expect(await found(at, 1)).toEqual([]);
    expect((await call('DELETE', `${at}/people/grace/faces/${face}`)).body.code).toBe('4045');
  });
});

describe('a search', () => {
  it('gives the nearest people of one or several collections, within a threshold', async () => {
    const [one, two] = [await fresh('one'), await fresh('two')];
    for (let n = 0; n < 5; n++) await enrol(one, `p${n}`, 10 + n);
    await enrol(two, 'other', 20);
    const near = await call('POST', `${one}/search`, { vec: vectorOf(12, 0.02) });
    expect(near.body.data['faces']).toMatchObject([
      { identified: true, matches: [{ person: 'p2', collection: 'one', display_name: null }] },
    ]);
    const all = await call('POST', `${one}/search?threshold=0.9&max_results=3&also=two`, {
      vec: vectorOf(20),
    });
    const [face] = all.body.data['faces'] as { matches: { person: string; distance: number }[] }[];
    expect(face?.matches[0]).toMatchObject({ person: 'other', collection: 'two', distance: 0 });
    expect(face?.matches).toHaveLength(3);
    expect(all.body.data['threshold']).toBe(0.9);
    for (const query of [
      'threshold=0',
      'threshold=1',
      'max_results=101',
      'also=..',
      `also=${'a,'.repeat(8)}a`,
      'all=1&bboxes=1,1,9,9',
    ])
      expect((await call('POST', `${one}/search?${query}`, { vec: vectorOf(20) })).body.code, query).toBe(
        '2002',
      );
  });

  it('finds every face of an image', async () => {
    const at = await fresh('photo');
    await call('POST', `${at}/people/ada/faces`, { img: base64(FACE_IMAGE) });
    const { body } = await call('POST', `${at}/search?all=1`, { img: base64(FACE_IMAGE) });
    expect(body.data['faces']).toMatchObject([
      { identified: true, face_rectangle: [100, 81, 220, 231], matches: [{ person: 'ada', distance: 0 }] },
    ]);
    expect((await call('POST', `${at}/search?all=1`, { vec: vectorOf(1) })).body.code).toBe('2002');
    const boxed = await call('POST', `${at}/search?bboxes=1,2,3,4`, { vec: vectorOf(1) });
    expect(boxed.body.code).toBe('2002');
  });

  it('verifies one person', async () => {
    const at = await fresh('verified');
    await enrol(at, 'ada', 1);
    const verify = (seed: number) => call('POST', `${at}/people/ada/verify`, { vec: vectorOf(seed, 0.02) });
    const read = vi.spyOn(app.collections.parts.store, 'ofPerson');
    expect((await verify(1)).body.data).toMatchObject({ verified: true, threshold: 0.5 });
    // All faces of a person are decrypted once, not also before the analysis.
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
    expect((await verify(2)).body.data).toMatchObject({ verified: false });
    await call('PUT', `${at}/people/grace`, {});
    expect((await call('POST', `${at}/people/grace/verify`, { vec: vectorOf(1) })).body.code).toBe('4045');
  });
});

describe('another account', () => {
  it('finds nothing of a collection that it knows by name', async () => {
    const at = await fresh('private');
    const face = await enrol(at, 'ada', 1);
    const attempts: [string, string, unknown?][] = [
      ['GET', at],
      ['DELETE', at],
      ['GET', `${at}/people`],
      ['PUT', `${at}/people/eve`, {}],
      ['GET', `${at}/people/ada`],
      ['DELETE', `${at}/people/ada`],
      ['POST', `${at}/people/ada/merge`, { from: 'eve' }],
      ['POST', `${at}/people/ada/faces`, { vec: vectorOf(1) }],
      ['GET', `${at}/people/ada/faces/${face}`],
      ['DELETE', `${at}/people/ada/faces/${face}`],
      ['POST', `${at}/people/ada/faces/${face}/move`, { person: 'eve' }],
      ['POST', `${at}/people/ada/verify`, { vec: vectorOf(1) }],
      ['POST', `${at}/search`, { vec: vectorOf(1) }],
      ['GET', `${at}/export`],
    ];
    for (const [method, path, body] of attempts) {
      const known = await call(method, path, body, OTHER_API_KEY);
      const unknown = await call(method, path.replace('private', 'absent'), body, OTHER_API_KEY);
      expect([known.status, known.body], `${method} ${path}`).toEqual([unknown.status, unknown.body]);
      expect(known.body.code).toBe('4043');
    }
    // Its own of the same name is another one.
    await call('PUT', at, undefined, OTHER_API_KEY);
    expect((await call('GET', `${at}/people`, undefined, OTHER_API_KEY)).body.data['people']).toEqual([]);
    expect(await found(at, 1)).toEqual(['ada']);
    const also = await call('POST', `${at}/search?also=one`, { vec: vectorOf(1) }, OTHER_API_KEY);
    expect(also.body.code).toBe('4043');
  });
});

const send = async (path: string, bytes: Uint8Array, type = 'application/octet-stream'): Promise<Response> =>
  fetch(`${app.url}/collections${path}`, {
    method: 'POST',
    headers: { user_id: API_KEY, 'content-type': type },
    body: Buffer.from(bytes),
  });

describe('an export', () => {
  it('is a gallery, which can be imported again, once', async () => {
    const at = await fresh('exported');
    const many = new Gallery({ model: VECTOR_MODEL });
    for (let n = 0; n < 700; n++) many.enrol(`p${n % 300}`, vectorOf(1000 + n));
    expect((await send(`${at}/import`, many.save())).status).toBe(200);
    await call('PUT', `${at}/people/p1`, {
      display_name: 'One',
      metadata: [1],
      expires_at: '2999-01-01T00:00:00.000Z',
    });
    await call('PUT', `${at}/people/faceless`, {});
    const response = await fetch(`${app.url}/collections${at}/export`, { headers: { user_id: API_KEY } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const gallery = Gallery.load(bytes, { model: VECTOR_MODEL });
    expect([gallery.size, gallery.vectorCount]).toEqual([300, 700]);
    expect(gallery.get('p1')).toMatchObject({
      meta: { display_name: 'One', metadata: [1], expires_at: '2999-01-01T00:00:00.000Z' },
    });
    expect(gallery.search(vectorOf(1007)).hits[0]).toMatchObject({ id: 'p7', distance: 0 });

    const copy = await fresh('imported');
    for (const faces of [700, 0]) {
      const imported: unknown = await (await send(`${copy}/import`, bytes)).json();
      expect(imported).toMatchObject({ data: { people: 300, faces } });
    }
    expect((await call('GET', copy)).body.data['collection']).toMatchObject({ people: 300, faces: 700 });
    expect((await call('GET', `${copy}/people/p1`)).body.data['person']).toMatchObject({
      display_name: 'One',
    });
    expect(await found(copy, 1008)).toEqual(['p8']);
  });

  it('of @facet/gallery is imported with its meta values', async () => {
    const at = await fresh('foreign');
    const gallery = new Gallery({ model: VECTOR_MODEL });
    gallery.enrol('ada', vectorOf(1), { colour: 'red' });
    expect((await send(`${at}/import`, gallery.save())).status).toBe(200);
    const { body } = await call('GET', `${at}/people/ada`);
    expect(body.data['person']).toMatchObject({ metadata: { colour: 'red' }, display_name: null });
  });

  it('made before somebody was given more time does not end it', async () => {
    const at = await fresh('prolonged');
    const old = new Gallery({ model: VECTOR_MODEL });
    const ended = { display_name: 'Old', expires_at: '2001-01-01T00:00:00.000Z' };
    old.enrol('ada', vectorOf(1), ended);
    old.enrol('ada', vectorOf(3));
    old.enrol('eve', vectorOf(2));
    old.enrol('gone', vectorOf(4), ended);
    const expires_at = '2999-01-01T00:00:00.000Z';
    await call('PUT', `${at}/people/ada`, { display_name: 'Ada', expires_at });
    const imported: unknown = await (await send(`${at}/import`, old.save())).json();
    expect(imported).toMatchObject({ data: { people: 3, faces: 1 } });
    expect((await call('GET', `${at}/people`)).body.data['people']).toMatchObject([
      { person: 'ada', display_name: 'Ada', expires_at, faces: 0 },
      { person: 'eve', faces: 1 },
    ]);
  });

  it('is imported one at a time for each account', async () => {
    const at = await fresh('one-import');
    const gallery = new Gallery({ model: VECTOR_MODEL });
    gallery.enrol('ada', vectorOf(1));
    const bytes = gallery.save();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const first = fetch(`${app.url}/collections${at}/import`, {
      method: 'POST',
      headers: { user_id: API_KEY, 'content-type': 'application/octet-stream' },
      body: readable,
      duplex: 'half',
    });
    const writer = writable.getWriter();
    await writer.write(bytes.subarray(0, 100));
    await expect.poll(async () => (await send(`${at}/import`, bytes)).status).toBe(503);
    const busy: unknown = await (await send(`${at}/import`, bytes)).json();
    expect(busy).toMatchObject({
      code: '5003',
      message: expect.stringContaining('Another import') as string,
    });
    await writer.write(bytes.subarray(100));
    await writer.close();
    expect((await first).status).toBe(200);
    expect((await send(`${at}/import`, bytes)).status).toBe(200);
  });

  it('is rejected with the reason if it cannot be kept', async () => {
    const at = await fresh('rejected');
    const gallery = (id: string, vector: number[], model = VECTOR_MODEL, meta?: unknown): Uint8Array => {
      const made = new Gallery({ model });
      made.enrol(id, vector, meta);
      return made.save();
    };
    const good = gallery('ada', vectorOf(1));
    const damaged = good.slice();
    damaged[200] = (damaged[200] ?? 0) ^ 1;
    const codeOf = async (bytes: Uint8Array, type?: string): Promise<string> => {
      const body = (await (await send(`${at}/import`, bytes, type)).json()) as { code: string };
      return body.code;
    };
    expect(await codeOf(gallery('not an id', vectorOf(1)))).toBe('2013');
    expect(
      await codeOf(
        gallery(
          'ada',
          vectorOf(1).map((value) => 2 * value),
        ),
      ),
    ).toBe('2013');
    expect(await codeOf(gallery('ada', vectorOf(1), VECTOR_MODEL, 'x'.repeat(2000)))).toBe('2013');
    expect(await codeOf(gallery('ada', vectorOf(1), 'sface-00000000'))).toBe('2012');
    expect(await codeOf(damaged)).toBe('2013');
    expect(await codeOf(good.slice(0, -1))).toBe('2013');
    expect(await codeOf(Buffer.from('{}'))).toBe('2013');
    expect(await codeOf(good, 'application/json')).toBe('2009');
    expect((await call('GET', at)).body.data['collection']).toMatchObject({ people: 0, faces: 0 });
  });
});
