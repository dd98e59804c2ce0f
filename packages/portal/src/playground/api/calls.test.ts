import { describe, expect, it } from 'vitest';
import { encodeBody } from './encode-body.js';
import type { CallResult } from './exchange.js';
import { inParallel } from './bounded.js';
import { repeatIfSafe } from './repeat-call.js';
import { bodyKind, requestTarget, type ImageSource } from './request.js';
import { analysisRequest, facesRequest, matchRequest, vectorRequest } from './requests.js';

const file: ImageSource = {
  kind: 'file',
  id: 'f',
  name: 'a b.jpg',
  bytes: new Blob([new Uint8Array([1, 2, 3])]),
};
const url: ImageSource = { kind: 'url', url: 'https://example.org/x.jpg' };
const box = [1, 2, 3, 4] as const;

describe('requests', () => {
  it('carry the box as the service wants it', () => {
    expect(requestTarget(facesRequest(file))).toBe('/get_image_attr');
    expect(requestTarget(analysisRequest(file))).toBe(
      '/get_image_attr?return_attributes=confidence,age_years,pose,quality,expression,vector',
    );
    expect(requestTarget(vectorRequest({ image: file, box }, true))).toBe(
      '/get_face_vec?bboxes=1,2,3,4&quality=1',
    );
    expect(requestTarget(matchRequest({ image: file, box }, { image: url, box: [5, 6, 7, 8] }))).toBe(
      '/match_faces?bboxes_1=1,2,3,4&bboxes_2=5,6,7,8&details=1',
    );
    expect(requestTarget(matchRequest({ image: file, box: null }, { image: url, box: null }))).toBe(
      '/match_faces?details=1',
    );
  });

  it('send files as a form', async () => {
    const body = await encodeBody(matchRequest({ image: file, box }, { image: file, box }));
    expect(body).toBeInstanceOf(FormData);
    const part = (body as FormData).get('img_2');
    expect(part).toBeInstanceOf(File);
    expect((part as File).name).toBe('a b.jpg');
  });

  it('send a URL, and a file beside a URL, as text in JSON', async () => {
    const mixed = matchRequest({ image: file, box }, { image: url, box });
    expect(bodyKind(mixed)).toBe('json');
    expect(JSON.parse((await encodeBody(mixed)) as string)).toEqual({ img_1: 'AQID', img_2: url.url });
    expect(await encodeBody(facesRequest(url))).toBe('{"image_attr":"https://example.org/x.jpg"}');
  });

  it('write large files as Base64 without breaking', async () => {
    const bytes = Uint8Array.from({ length: 100_001 }, (_, n) => n % 251);
    const large: ImageSource = { ...file, bytes: new Blob([bytes]) };
    const body = await encodeBody(matchRequest({ image: large, box }, { image: url, box }));
    const { img_1: text } = JSON.parse(body as string) as { img_1: string };
    const back = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    expect(back).toEqual(bytes);
  });
});

describe('inParallel', () => {
  it('keeps to its bound and the order of the items', async () => {
    let running = 0;
    let most = 0;
    const results = await inParallel([3, 1, 2, 0], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
      running -= 1;
      return item * 10;
    });
    expect(results).toEqual([30, 10, 20, 0]);
    expect(most).toBe(2);
  });

  it('gives up when one fails', async () => {
    const work = inParallel([1, 2, 3], 2, (item) =>
      item === 2 ? Promise.reject(new Error('no')) : Promise.resolve(item),
    );
    await expect(work).rejects.toThrow('no');
  });
});

describe('repeatIfSafe', () => {
  const { signal } = new AbortController();
  const refused = (code: string, safeToRepeat: boolean, retryAfterSeconds?: number): CallResult<number> => ({
    ok: false,
    exchange: null,
    failure: {
      kind: 'refused',
      message: '',
      code,
      safeToRepeat,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  });
  const done = { ok: true, data: 7 } as CallResult<number>;

  async function run(
    answers: CallResult<number>[],
  ): Promise<{ result: CallResult<number>; waits: number[] }> {
    const waits: number[] = [];
    const next = (): Promise<CallResult<number>> => Promise.resolve(answers.shift() ?? done);
    const result = await repeatIfSafe(
      next,
      signal,
      (seconds) => waits.push(seconds),
      () => Promise.resolve(),
    );
    return { result, waits };
  }

  it('waits as long as the service says, then goes on', async () => {
    expect(await run([refused('4291', true, 2), refused('5003', true), done])).toEqual({
      result: done,
      waits: [2, 1],
    });
  });

  it.each([
    ['the quota is used up', refused('4292', false, 1)],
    ['the wait is long', refused('4291', true, 3600)],
    ['the photo is bad', refused('2003', false)],
  ])('gives the answer at once when %s', async (_, answer) => {
    expect(await run([answer])).toEqual({ result: answer, waits: [] });
  });

  it('does not wait for ever', async () => {
    const { result, waits } = await run(Array.from({ length: 50 }, () => refused('4291', true, 1)));
    expect(result.ok).toBe(false);
    expect(waits).toHaveLength(8);
  });
});
