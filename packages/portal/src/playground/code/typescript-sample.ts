import type { ApiRequest, ImageSource } from '../../analysis/request.js';
import type { CodeContext } from './sample-parts.js';

/** The request with the SDK, which takes paths and addresses alike. */
export function typescriptSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const images = request.images.map(({ source }) => image(source));
  const parameters = [...images, ...options(request)].join(', ');
  return [
    "import { FacetClient } from '@facet/client';",
    '',
    'const client = new FacetClient({',
    `  baseUrl: ${literal(baseUrl)},`,
    `  apiKey: ${literal(apiKey)},`,
    '});',
    ...CALLS[request.path](parameters),
  ].join('\n');
}

const CALLS: Readonly<Record<ApiRequest['path'], (parameters: string) => string[]>> = {
  '/get_image_attr': (parameters) => [
    `const { faces } = await client.attributes(${parameters});`,
    'for (const { age, gender, box } of faces) console.log(age, gender, box);',
  ],
  '/match_faces': (parameters) => [
    `const { score, isMatch } = await client.match(${parameters});`,
    "console.log(score, isMatch ? 'the same person' : 'two different people');",
  ],
  '/get_face_vec': (parameters) => [
    `const { vector } = await client.vector(${parameters});`,
    'console.log(vector);',
  ],
};

function options({ path, query }: ApiRequest): string[] {
  const of = (name: string): string | undefined => query.find(([key]) => key === name)?.[1];
  const box = (name: string): string | null => {
    const text = of(name);
    return text === undefined ? null : `[${text.split(',').join(', ')}]`;
  };
  if (path === '/match_faces') {
    const boxes = [box('bboxes_1'), box('bboxes_2')];
    const given = boxes.some((one) => one !== null);
    return objectText([
      ...(given ? [`boxes: [${boxes.map((one) => one ?? 'null').join(', ')}]`] : []),
      ...(of('details') === '1' ? ['details: true'] : []),
    ]);
  }
  if (path === '/get_face_vec') {
    const only = box('bboxes');
    return objectText([
      ...(only === null ? [] : [`box: ${only}`]),
      ...(of('quality') === '1' ? ['quality: true'] : []),
    ]);
  }
  const names = of('return_attributes')?.split(',').map(literal).join(', ');
  return objectText(names === undefined ? [] : [`returnAttributes: [${names}]`]);
}

/** An object literal with one property to a line; nothing where there is none. */
const objectText = (properties: readonly string[]): string[] =>
  properties.length === 0 ? [] : [`{\n${properties.map((line) => `  ${line},\n`).join('')}}`];

const image = (source: ImageSource): string => literal(source.kind === 'url' ? source.url : source.name);

/** A TypeScript string in single quotes. */
export const literal = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
