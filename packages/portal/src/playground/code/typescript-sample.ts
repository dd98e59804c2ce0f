import type { ApiRequest, ImageSource } from '../api/request.js';
import type { CodeContext } from './code-context.js';

/** The request with the SDK, which takes paths and addresses alike. */
export function typescriptSample(request: ApiRequest, { baseUrl, userId }: CodeContext): string {
  const call = CALLS[request.path](request);
  return [
    "import { FacetClient } from '@facet/client';",
    '',
    'const client = new FacetClient({',
    `  baseUrl: ${literal(baseUrl)},`,
    `  userId: ${literal(userId)},`,
    '});',
    ...call,
  ].join('\n');
}

const CALLS: Readonly<Record<ApiRequest['path'], (request: ApiRequest) => string[]>> = {
  '/get_image_attr': (request) => [
    `const { faces } = await client.attributes(${argumentsOf(request)});`,
    'for (const face of faces) console.log(face.age, face.gender);',
  ],
  '/match_faces': (request) => [
    `const { distance, same } = await client.match(${argumentsOf(request)});`,
    "console.log(distance, same ? 'same person' : 'different people');",
  ],
  '/get_face_vec': (request) => [
    `const { vector } = await client.vector(${argumentsOf(request)});`,
    'console.log(vector.length);',
  ],
};

function argumentsOf(request: ApiRequest): string {
  return request.images.map(({ source }) => image(source)).join(', ');
}

const image = (source: ImageSource): string => literal(source.kind === 'url' ? source.url : source.name);

/** A TypeScript string in single quotes. */
export const literal = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
