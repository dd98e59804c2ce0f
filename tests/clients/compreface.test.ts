import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { CompreFace } from '@exadel/compreface-js-sdk';
import { startService, type StartedService } from '@facet/test-support';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PHOTOS } from './photos.js';

/** CompreFace's official client, and requests as Double Take sends them, against this service. */

const API_KEY = 'compreface-client-key';

interface Face {
  readonly box: Readonly<Record<'probability' | 'x_min' | 'y_min' | 'x_max' | 'y_max', number>>;
  readonly subjects: readonly { readonly subject: string; readonly similarity: number }[];
  readonly similarity: number;
  readonly age: { readonly probability: number; readonly low: number; readonly high: number };
  readonly gender: { readonly value: string; readonly probability: number };
  readonly landmarks: readonly (readonly [number, number])[];
  readonly pose: Readonly<Record<'pitch' | 'roll' | 'yaw', number>>;
  readonly embedding: readonly number[];
}
interface Faces {
  readonly result: readonly Face[];
  readonly plugins_versions?: Readonly<Record<string, string>>;
}
interface Example {
  readonly image_id: string;
  readonly subject: string;
}
interface Examples {
  readonly faces: readonly Example[];
  readonly total_elements: number;
}
interface Verification {
  readonly result: readonly [{ readonly source_image_face: Face; readonly face_matches: readonly Face[] }];
}

/** What the client's declarations leave out. */
interface Subjects {
  list(): Promise<{ readonly subjects: readonly string[] }>;
  add(subject: string): Promise<{ readonly subject: string }>;
  rename(from: string, to: string): Promise<{ readonly updated: boolean }>;
  delete(subject: string): Promise<{ readonly subject: string }>;
  deleteAll(): Promise<{ readonly deleted: number }>;
}

let service: StartedService;
let compreFace: CompreFace;
let folder: string;
/** Three people as the client wants them: a relative path. */
let team: string;
/** One of them alone, the same at half the size, and another of them. */
let boy: string;
let boyAgain: string;
let other: string;
let nobody: string;

const relativePath = (file: string): string => {
  const path = relative(process.cwd(), file);
  return path.startsWith('.') ? path : `./${path}`;
};

const fileOf = (name: string): string => relativePath(join(folder, name));

beforeAll(async () => {
  // The client writes addresses and keys to the console.
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  service = await startService({
    apiKey: API_KEY,
    env: { FACET_WORKERS: '1', FACET_COLLECTIONS: '1', FACET_COMPREFACE: '1' },
  });
  const { protocol, hostname, port } = new URL(service.url);
  compreFace = new CompreFace(`${protocol}//${hostname}`, Number(port));
  folder = await mkdtemp(join(tmpdir(), 'facet-compreface-'));
  team = relativePath(join(PHOTOS, 'sample3.jpg'));
  const photo = sharp(await readFile(team));
  const cut = async (name: string, left: number, width?: number): Promise<string> => {
    const part = photo.clone().extract({ left, top: 150, width: 420, height: 560 });
    await writeFile(
      fileOf(name),
      await part
        .resize(width ?? 420)
        .jpeg({ quality: 90 })
        .toBuffer(),
    );
    return fileOf(name);
  };
  boy = await cut('boy.jpg', 490);
  boyAgain = await cut('boy-again.jpg', 490, 240);
  other = await cut('other.jpg', 980);
  nobody = fileOf('nobody.jpg');
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#567' } })
    .jpeg()
    .toFile(nobody);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await service.stop();
  await rm(folder, { recursive: true });
});

/** A new one for each request, because the client keeps the path of the last. */
const examples = (): ReturnType<ReturnType<CompreFace['initFaceRecognitionService']>['getFaceCollection']> =>
  compreFace.initFaceRecognitionService(API_KEY).getFaceCollection();
const subjects = (): Subjects =>
  (
    compreFace.initFaceRecognitionService(API_KEY) as unknown as { getSubjects: () => Subjects }
  ).getSubjects();

const ALL_OPTIONS = {
  limit: 0,
  det_prob_threshold: 0.8,
  prediction_count: 1,
  face_plugins: 'calculator,age,gender,landmarks,pose,mask',
  status: true,
};

const UUID = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

beforeEach(async () => {
  await subjects().deleteAll();
});

describe("CompreFace's own client", () => {
  it('adds an example, and recognises the subject among others', async () => {
    const added = await examples().add<Example>(boy, encodeURIComponent('Tom'));
    expect(added).toEqual({ image_id: expect.stringMatching(UUID) as unknown, subject: 'Tom' });
    await examples().add<Example>(other, encodeURIComponent('Ann Müller/2'));

    const { result, plugins_versions } = await compreFace
      .initFaceRecognitionService(API_KEY)
      .recognize<Faces>(team, { ...ALL_OPTIONS, prediction_count: 2 });
    expect(result).toHaveLength(3);
    const names = result.map(({ subjects: [first] }) =>
      first !== undefined && first.similarity > 0.5 ? first.subject : null,
    );
    expect(names.toSorted()).toEqual(['Ann Müller/2', 'Tom', null].toSorted());
    for (const face of result) {
      expect(face.subjects).toHaveLength(2);
      expect(face.subjects[0]?.similarity).toBeGreaterThan(face.subjects[1]?.similarity ?? 1);
      expect(face.embedding).toHaveLength(128);
      expect(face.box.probability).toBeGreaterThanOrEqual(0.8);
      expect(face.age.low).toBeLessThan(face.age.high);
      // Double Take shows it in per cent.
      expect(face.age.probability).toBeGreaterThan(0.2);
      expect(face.age.probability).toBeLessThanOrEqual(1);
      expect(['male', 'female']).toContain(face.gender.value);
      expect(Object.keys(face.pose).toSorted()).toEqual(['pitch', 'roll', 'yaw']);
      expect(face).not.toHaveProperty('mask');
      const [leftEye, rightEye, nose, leftMouth, rightMouth] = face.landmarks;
      expect(leftEye?.[0]).toBeLessThan(rightEye?.[0] ?? 0);
      expect(leftMouth?.[0]).toBeLessThan(rightMouth?.[0] ?? 0);
      expect(leftEye?.[1]).toBeLessThan(nose?.[1] ?? 0);
      expect(nose?.[1]).toBeLessThan(leftMouth?.[1] ?? 0);
      expect(face).toHaveProperty('execution_time.detector');
    }
    expect(plugins_versions).toMatchObject({ detector: expect.any(String) as unknown });
  });

  it('takes Base64 in place of a file', async () => {
    const bytes = (await readFile(boy)).toString('base64');
    const added = await examples().add<Example>(bytes, 'Tom');
    expect(added.image_id).toMatch(UUID);
    const { result } = await compreFace
      .initFaceRecognitionService(API_KEY)
      .recognize<Faces>(bytes, { limit: 1 });
    expect(result.map((face) => face.subjects[0]?.subject)).toEqual(['Tom']);
    expect(result[0]?.subjects[0]?.similarity).toBeGreaterThan(0.99);
  });

  it('lists, verifies and deletes examples', async () => {
    const tom = await examples().add<Example>(boy, 'Tom');
    const again = await examples().add<Example>(boyAgain, 'Tom');
    const ann = await examples().add<Example>(other, 'Ann');
    const listed = await examples().list<Examples>();
    expect(listed).toEqual({
      faces: expect.arrayContaining([tom, again, ann]) as unknown,
      page_number: 0,
      page_size: 20,
      total_pages: 1,
      total_elements: 3,
    });

    const same = await examples().verify<Faces>(boyAgain, tom.image_id, { limit: 0 });
    expect(same.result.map(({ similarity }) => similarity > 0.5)).toEqual([true]);
    const different = await examples().verify<Faces>(other, tom.image_id, { limit: 0 });
    expect(different.result.map(({ similarity }) => similarity > 0.5)).toEqual([false]);

    expect(await examples().delete(tom.image_id)).toEqual(tom);
    expect(await examples().delete_multiple_images([again.image_id, tom.image_id])).toEqual([again]);
    expect(await examples().delete_all_subject('Ann')).toEqual({ deleted: 1 });
    expect((await examples().list<Examples>()).total_elements).toBe(0);
    await examples().add(boy, 'Tom');
    expect(await examples().delete_all()).toEqual({ deleted: 1 });
    expect((await subjects().list()).subjects).toEqual([]);
  });

  it.each(['Tom', 'Tom Müller', 'Zoë & Söhne/Nord', '日本 太郎', '..', `subject-${'x'.repeat(43)}`, '100 %'])(
    'adds, renames and deletes the subject %s',
    async (name) => {
      const path = encodeURIComponent(name).replaceAll('.', '%2E');
      expect(await subjects().add(name)).toEqual({ subject: name });
      expect(await subjects().list()).toEqual({ subjects: [name] });
      await expect(subjects().add(name)).rejects.toMatchObject({
        response: { status: 400, data: { code: 43, message: 'Subject already exists' } },
      });
      // An address cannot have a part that is two dots.
      if (name === '..') return;
      expect(await subjects().rename(path, `${name} the second`)).toEqual({ updated: true });
      expect(await subjects().list()).toEqual({ subjects: [`${name} the second`] });
      const renamed = encodeURIComponent(`${name} the second`);
      expect(await subjects().rename(renamed, name)).toEqual({ updated: true });
      expect(await subjects().delete(path)).toEqual({ subject: name });
      expect(await subjects().deleteAll()).toEqual({ deleted: 0 });
    },
  );

  it('merges two subjects by renaming one into the other', async () => {
    await examples().add(boy, 'Tom');
    await examples().add(boyAgain, encodeURIComponent('Tom Müller'));
    expect(await subjects().rename('Tom', 'Tom Müller')).toEqual({ updated: true });
    expect(await subjects().list()).toEqual({ subjects: ['Tom Müller'] });
    expect((await examples().list<Examples>()).faces.map(({ subject }) => subject)).toEqual([
      'Tom Müller',
      'Tom Müller',
    ]);
  });

  it('detects faces', async () => {
    const detection = compreFace.initFaceDetectionService(API_KEY);
    const { result } = await detection.detect<Faces>(team, ALL_OPTIONS);
    expect(result).toHaveLength(3);
    for (const { box, embedding } of result) {
      expect(box.x_min).toBeLessThan(box.x_max);
      expect(embedding).toHaveLength(128);
    }
    const [largest, ...others] = (await detection.detect<Faces>(team, { limit: 1 })).result;
    expect(others).toEqual([]);
    expect(Object.keys(largest ?? {})).toEqual(['box']);
  });

  it('verifies two images', async () => {
    const verification = compreFace.initFaceVerificationService(API_KEY);
    const [{ source_image_face, face_matches }] = (
      await verification.verify<Verification>(boy, team, ALL_OPTIONS)
    ).result;
    expect(source_image_face.embedding).toHaveLength(128);
    expect(face_matches.map(({ similarity }) => similarity > 0.5)).toEqual([true, false, false]);
    const base64 = (await readFile(boy)).toString('base64');
    const asText = await verification.verify<Verification>(base64, base64, { limit: 0 });
    expect(asText.result[0].face_matches[0]?.similarity).toBeGreaterThan(0.99);
  });

  it.each([
    ['no face', () => examples().add(nobody, 'Tom'), 400, 28],
    ['several faces', () => examples().add(team, 'Tom'), 400, 31],
    [
      'a source image with several faces',
      () => compreFace.initFaceVerificationService(API_KEY).verify(team, boy, { limit: 0 }),
      400,
      31,
    ],
    ['an unknown subject', () => subjects().delete('nobody'), 404, 42],
    ['an unknown example', () => examples().delete('6b135f5b-a365-4522-b1f1-4c9ac2dd0728'), 404, 44],
    [
      'an unknown API key',
      () => compreFace.initFaceDetectionService('6b135f5b-a365-4522-b1f1-4c9ac2dd0728').detect(boy),
      404,
      10,
    ],
  ] as const)('gets the error for %s', async (_case, call, status, code) => {
    await expect(call()).rejects.toMatchObject({
      response: { status, data: { code, message: expect.any(String) as unknown } },
    });
  });
});

describe('Double Take', () => {
  const headers = { 'x-api-key': API_KEY };
  const call = async (
    method: string,
    path: string,
    file?: string,
  ): Promise<{ status: number; body: unknown }> => {
    const form = new FormData();
    if (file !== undefined) form.append('file', new Blob([await readFile(file)]), 'photo.jpg');
    const init = { method, headers, body: file === undefined ? null : form };
    const response = await fetch(`${service.url}/api/v1/${path}`, init);
    return { status: response.status, body: await response.json() };
  };

  it('trains, recognises and removes', async () => {
    const name = encodeURIComponent('Tom Müller');
    const trained = await call('POST', `recognition/faces?subject=${name}&det_prob_threshold=0.8`, boy);
    expect(trained).toMatchObject({ status: 201, body: { subject: 'Tom Müller' } });
    const recognised = await call(
      'POST',
      'recognition/recognize?det_prob_threshold=0.8&face_plugins=mask,gender,age',
      boyAgain,
    );
    expect(recognised).toMatchObject({
      status: 200,
      body: { result: [{ box: {}, gender: {}, age: {}, subjects: [{ subject: 'Tom Müller' }] }] },
    });
    expect(await call('POST', 'recognition/recognize?det_prob_threshold=0.8', nobody)).toEqual({
      status: 400,
      body: { message: 'No face is found in the given image', code: 28 },
    });
    expect(await call('DELETE', `recognition/faces?subject=${name}`)).toEqual({
      status: 200,
      body: { deleted: 1 },
    });
    expect(await call('DELETE', `recognition/faces?subject=${name}`)).toEqual({
      status: 200,
      body: { deleted: 0 },
    });
  });
});
