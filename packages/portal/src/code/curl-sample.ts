import {
  bodyKind,
  facesRequest,
  methodOf,
  placeholderImage,
  requestTarget,
  type ApiRequest,
  type ImageField,
} from '../analysis/request.js';
import { jsonFields, requestHeaders, type CodeContext } from './sample-parts.js';

/** In place of an API key: the one in the environment of whoever pastes the command. */
export const KEY_OF_ENVIRONMENT = '$API_KEY';

/** The request as one curl command. */
export function curlSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const kind = bodyKind(request);
  const method = methodOf(request);
  const head = [
    `curl ${shellQuote(baseUrl + requestTarget(request))}`,
    // curl chooses POST where there is a body, and GET where there is none.
    ...(method === (kind === 'none' && request.file === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    ...requestHeaders(request, apiKey).map(headerOption),
    ...(request.auth === 'session' ? ['-b cookies.txt'] : []),
    ...(request.file === undefined ? [] : [`--data-binary ${shellQuote(`@${request.file}`)}`]),
    ...(request.savedAs === undefined ? [] : [`--fail-with-body -o ${shellQuote(request.savedAs)}`]),
  ];
  const json = headerOption(['content-type', 'application/json']);
  if (kind === 'none') return lines(head);
  if (kind === 'multipart') return lines([...head, ...request.images.map(filePart)]);
  if (request.images.every(({ source }) => source.kind === 'url')) {
    return lines([...head, json, `-d ${shellQuote(JSON.stringify(urlFields(request)))}`]);
  }
  // A Base64 photo is longer than a command line may be: it goes through a pipe.
  return `${pipedJson(request)} |\n  ${lines([...head, json, '--data-binary @-'])}`;
}

/** The call for the faces of a photo that works when it is pasted: it downloads a sample photo, if there is one. */
export function curlSampleCommand(context: CodeContext, sample: string | null): string {
  const fileName = sample === null ? 'photo.jpg' : 'sample.jpg';
  const call = curlSample(facesRequest(placeholderImage(fileName)), context);
  return sample === null ? call : `curl -s -o ${fileName} ${shellQuote(sample)} &&\n${call}`;
}

const lines = (parts: readonly string[]): string => parts.join(' \\\n  ');

function headerOption([name, value]: readonly [string, string]): string {
  if (value === KEY_OF_ENVIRONMENT) return `-H "user_id: ${value}"`;
  return `-H ${shellQuote(`${name === 'x-user-id' ? 'user_id' : name}: ${value}`)}`;
}

/** curl itself wants file names with , or ; in double quotes. */
function filePart({ field, source }: ImageField): string {
  if (source.kind === 'url') return '';
  const plain = /^[^",;\\]+$/.test(source.name);
  const name = plain ? source.name : `"${source.name.replace(/["\\]/g, String.raw`\$&`)}"`;
  return `-F ${shellQuote(`${field}=@${name}`)}`;
}

const urlFields = ({ images, fields = [] }: ApiRequest): Record<string, unknown> =>
  Object.fromEntries([
    ...images.map(({ field, source }) => [field, source.kind === 'url' ? source.url : ''] as const),
    ...fields,
  ]);

function pipedJson(request: ApiRequest): string {
  const values = jsonFields(request, {
    // As JSON text without its quotes, which the format brings.
    text: (text) => shellQuote(JSON.stringify(text).slice(1, -1)),
    file: (name) => `"$(base64 < ${shellQuote(name)} | tr -d '\\n')"`,
    json: shellQuote,
  });
  const isText = (name: string): boolean =>
    !(request.fields ?? []).some(([field, value]) => field === name && typeof value !== 'string');
  const format = values.map(([name]) => `"${name}":${isText(name) ? '"%s"' : '%s'}`);
  return `printf '{${format.join(',')}}' \\\n  ${values.map(([, value]) => value).join(' \\\n  ')}`;
}

const SAFE = /^[\w@%+=:,./-]+$/;

/** Any text as one word of a POSIX shell. */
export const shellQuote = (text: string): string =>
  SAFE.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
