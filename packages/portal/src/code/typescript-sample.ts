import { bodyKind, methodOf, requestTarget, type ApiRequest, type ImageSource } from '../analysis/request.js';
import { hasFile, jsonFields, requestHeaders, uploads, type CodeContext } from './sample-parts.js';

/** The request with the SDK, which takes paths and addresses alike; with fetch where no call of the SDK is like it. */
export function typescriptSample(request: ApiRequest, context: CodeContext): string {
  const call = CALLS[request.path];
  if (call === undefined || !isCallOfSdk(request)) return fetchSample(request, context);
  const images = request.images.map(({ source }) => image(source));
  return [
    "import { FacetClient } from '@facet/client';",
    '',
    'const client = new FacetClient({',
    `  baseUrl: ${literal(context.baseUrl)},`,
    `  apiKey: ${literal(context.apiKey)},`,
    '});',
    ...call([...images, ...options(request)].join(', ')),
  ].join('\n');
}

const CALLS: Readonly<Record<string, ((parameters: string) => string[]) | undefined>> = {
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

/** What `options` can write. */
const WRITTEN: Readonly<Record<string, readonly RegExp[]>> = {
  '/get_image_attr': [/^return_attributes=/],
  '/match_faces': [/^bboxes_[12]=/, /^details=1$/],
  '/get_face_vec': [/^bboxes=/, /^quality=1$/],
};

const isCallOfSdk = ({ path, query, fields = [], headers = [] }: ApiRequest): boolean =>
  fields.length === 0 &&
  headers.length === 0 &&
  query.every(([name, value]) => (WRITTEN[path] ?? []).some((one) => one.test(`${name}=${value}`)));

function fetchSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const { images, savedAs } = request;
  const kind = bodyKind(request);
  const headers = [
    ...requestHeaders(request, apiKey),
    ...(kind === 'json' ? ([['content-type', 'application/json']] as const) : []),
  ];
  const files = [
    ...(kind === 'json' && hasFile(images) ? ['readFile'] : []),
    ...(savedAs === undefined ? [] : ['writeFile']),
  ];
  const imports = [
    ...(kind === 'multipart' ? ["import { openAsBlob } from 'node:fs';"] : []),
    ...(files.length === 0 ? [] : [`import { ${files.join(', ')} } from 'node:fs/promises';`]),
  ];
  return [
    ...(imports.length === 0 ? [] : [...imports, '']),
    ...bodyLines(request),
    `const response = await fetch(${literal(baseUrl + requestTarget(request))}, {`,
    `  method: '${methodOf(request)}',`,
    ...(headers.length === 0
      ? []
      : [
          `  headers: { ${headers.map(([name, value]) => `${literal(name)}: ${literal(value)}`).join(', ')} },`,
        ]),
    ...(kind === 'none' ? [] : ['  body,']),
    '});',
    ...(savedAs === undefined
      ? ['console.log(await response.text());']
      : [
          'if (!response.ok) throw new Error(await response.text());',
          `await writeFile(${literal(savedAs)}, new Uint8Array(await response.arrayBuffer()));`,
        ]),
  ].join('\n');
}

function bodyLines(request: ApiRequest): string[] {
  const kind = bodyKind(request);
  if (kind === 'none') return [];
  if (kind === 'multipart')
    return [
      'const body = new FormData();',
      ...uploads(request.images).map(
        ([field, name]) => `body.set(${literal(field)}, await openAsBlob(${literal(name)}), 'photo');`,
      ),
    ];
  const fields = jsonFields(request, {
    text: literal,
    file: (name) => `(await readFile(${literal(name)})).toString('base64')`,
    json: (json) => json,
  });
  return [
    'const body = JSON.stringify({',
    ...fields.map(([field, value]) => `  ${literal(field)}: ${value},`),
    '});',
  ];
}

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
