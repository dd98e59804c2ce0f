import { IMAGE_ATTRIBUTES } from '@facet/client/responses';
import { describe, expect, it } from 'vitest';
import {
  ANALYSIS_DETAILS,
  analysisRequest,
  bodyKind,
  detailedFacesRequest,
  encodeBody,
  FACE_DETAILS,
  enrolmentRequest,
  facesRequest,
  matchRequest,
  requestTarget,
  vectorRequest,
  type ImageSource,
} from './request.js';

const file: ImageSource = {
  kind: 'file',
  id: 'f',
  name: 'a b.jpg',
  bytes: new Blob([new Uint8Array([1, 2, 3])]),
};
const url: ImageSource = { kind: 'url', url: 'https://example.org/x.jpg' };
const box = [1, 2, 3, 4] as const;

describe('requests', () => {
  it('carry their parameters in the query as the service expects them', () => {
    expect(requestTarget(facesRequest(file))).toBe('/get_image_attr');
    expect(requestTarget(analysisRequest(file))).toBe(
      `/get_image_attr?return_attributes=${ANALYSIS_DETAILS}`,
    );
    expect(requestTarget(detailedFacesRequest(file, 8))).toBe(
      `/get_image_attr?return_attributes=${FACE_DETAILS}&max_faces=8`,
    );
    expect(requestTarget(enrolmentRequest(file))).toBe('/get_face_vec?quality=2&return_attributes=quality');
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

  it('name every attribute that the portal shows, and the vectors only where they are needed', () => {
    const names = FACE_DETAILS.split(',');
    expect(names).toEqual(
      IMAGE_ATTRIBUTES.filter(
        (name) => !['aligned', 'aligned_alone', 'vector', 'spoof_score'].includes(name),
      ),
    );
    expect(names).toEqual(
      expect.arrayContaining(['confidence', 'age_years', 'pose', 'quality', 'expression']),
    );
    expect(ANALYSIS_DETAILS.split(',')).toEqual([...names, 'vector']);
  });

  it('send files as a form', async () => {
    const body = await encodeBody(matchRequest({ image: file, box }, { image: file, box }));
    expect(body).toBeInstanceOf(FormData);
    const part = (body as FormData).get('img_2');
    expect(part).toBeInstanceOf(File);
    expect((part as File).name).toBe('a b.jpg');
  });

  it('send a URL, and a file next to a URL, as text in JSON', async () => {
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
