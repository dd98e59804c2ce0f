import { openApiText } from '@facet/test-support';
import { describe, expect, it } from 'vitest';
import { codeSample } from '../code/code-sample.js';
import { dereferenced, errorsOf, groupsOf, type Route } from './openapi.js';
import { exampleOf } from './try-form.js';

const document = dereferenced(JSON.parse(await openApiText()));
const routes = groupsOf(document).flatMap((group) => group.routes);

function routeOf(id: string): Route {
  const route = routes.find(({ operation }) => operation.operationId === id);
  if (route === undefined) throw new Error(`There is no operation ${id}.`);
  return route;
}

describe('the reference', () => {
  it('has every operation once, in the groups of the document', () => {
    const count = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
    expect(routes).toHaveLength(count);
    expect(groupsOf(document).map(({ title }) => title)).toEqual([
      'Faces',
      'Collections',
      'Liveness',
      'Account',
      'Admin',
      'Service',
    ]);
  });

  it('has the operations that the search knows (else: npx vitest run, this file, -u)', async () => {
    const known = routes.map(({ method, path, operation }) => ({
      id: operation.operationId,
      title: operation.summary,
      method,
      path,
    }));
    await expect(`${JSON.stringify(known, null, 2)}\n`).toMatchFileSnapshot('operations.json');
  });

  it('shows calls that can be copied', () => {
    const curl = (id: string): string =>
      codeSample('curl', exampleOf(routeOf(id)), { baseUrl: 'https://faces.example', apiKey: 'my-id' });
    expect(curl('matchFaces')).toBe(
      [
        'curl https://faces.example/match_faces',
        "-H 'user_id: my-id'",
        '-F img_1=@photo1.jpg',
        '-F img_2=@photo2.jpg',
      ].join(' \\\n  '),
    );
    expect(curl('logIn')).toContain('"email":"ada@example.com"');
    expect(curl('logIn')).not.toContain('my-id');
    expect(curl('addApiKey')).toContain('-b cookies.txt');
    expect(curl('importCollection')).toMatch(/-H 'user_id: my-id' \\\n {2}--data-binary @file$/);
  });

  it('lists the error codes of an operation, each once', () => {
    const errors = errorsOf(routeOf('getFaceVec').operation);
    const codes = errors.map(({ code }) => code);
    expect(codes).toContain('2004');
    expect(codes).not.toContain('4041');
    expect(errors).toContainEqual({ code: '3101', message: 'Face too Small.' });
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toEqual([...codes].sort());
  });

  it('fills in what references name', () => {
    const schemas = { Pose: { type: 'object', description: 'Of a head.' } };
    const pose = { $ref: '#/components/schemas/Pose' };
    const paths = { one: pose, two: [{ ...pose, description: 'Of a camera.' }] };
    expect(dereferenced({ components: { schemas }, paths }).paths).toEqual({
      one: { ...pose, ...schemas.Pose },
      two: [{ ...pose, type: 'object', description: 'Of a camera.' }],
    });
  });
});
