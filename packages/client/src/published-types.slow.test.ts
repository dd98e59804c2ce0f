import { describe, expect, it } from 'vitest';
import { typeProblems } from './type-check.test.fixture.js';

/** What a caller writes who has the types of browsers and none of Node. */
const CALLER = `
import { FacetClient, NoFaceError, QualityError, type Face } from '../dist/index.js';
export async function use(file: File, response: Response): Promise<number> {
  const client = new FacetClient({ baseUrl: location.origin, apiKey: 'u', fetch: window.fetch });
  const { faces } = await client.attributes(file, { signal: AbortSignal.timeout(5) });
  const box: Face['box'] | undefined = faces[0]?.box;
  if (response.body) await client.match(response.body, new URL('https://example.com/a.jpg'), { boxes: [box] });
  const chin: { x: number; y: number } | undefined = faces[0]?.landmarks.chin;
  // @ts-expect-error: there is no such landmark
  faces[0]?.landmarks.face_endpoint_8;
  // @ts-expect-error: a box has four numbers
  await client.vector(file, { box: [1, 2, 3] });
  const error: unknown = null;
  if (error instanceof QualityError) return error.failed[0]?.threshold ?? 0;
  if (error instanceof NoFaceError) return error.httpStatus;
  return chin?.x ?? 0;
}
`;

describe('the published types', () => {
  // The two lines that must not compile show that wrong types would be noticed.
  it('serve a caller without the types of Node', () => {
    expect(typeProblems(CALLER)).toEqual([]);
  });
});
