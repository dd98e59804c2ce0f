import { openApiText } from '@facet/test-support';
import { describe, expect, it } from 'vitest';
import { curlExample } from './operation-view.js';
import { errorCodesOf, groupsOf, resolved, type OpenApi, type Route } from './openapi.js';

const document = JSON.parse(await openApiText()) as OpenApi;
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
    expect(curlExample(routeOf('matchFaces'), 'https://faces.example', 'my-id')).toBe(
      [
        'curl https://faces.example/match_faces',
        "-H 'user_id: my-id'",
        '-F img_1=@photo1.jpg',
        '-F img_2=@photo2.jpg',
      ].join(' \\\n  '),
    );
    const logIn = curlExample(routeOf('logIn'), 'https://faces.example', 'my-id');
    expect(logIn).toContain('"email":"ada@example.com"');
    expect(logIn).not.toContain('my-id');
  });

  it('lists the error codes of an operation, each once', () => {
    const codes = errorCodesOf(routeOf('getFaceVec').operation).map(({ code }) => code);
    expect(codes).toContain('2004');
    expect(codes).toContain('3101');
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toEqual([...codes].sort());
  });

  it('follows references within the document', () => {
    expect(resolved({ $ref: '#/components/schemas/HeadPose' }, document).properties).toHaveProperty('yaw');
  });
});
