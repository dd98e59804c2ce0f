import {
  bodyKind,
  methodOf,
  requestTarget,
  type ApiRequest,
  type ImageField,
} from '../../analysis/request.js';
import { curlFilePart, jsonFields, requestHeaders, shellQuote, type CodeContext } from './sample-parts.js';

/** The request as one curl command. */
export function curlSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const kind = bodyKind(request);
  const method = methodOf(request);
  const head = [
    `curl ${shellQuote(baseUrl + requestTarget(request))}`,
    // curl chooses POST where there is a body, and GET where there is none.
    ...(method === (kind === 'none' ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    ...requestHeaders(request, apiKey).map(
      ([name, value]) => `-H ${shellQuote(`${name === 'x-user-id' ? 'user_id' : name}: ${value}`)}`,
    ),
    ...(request.savedAs === undefined ? [] : [`--fail-with-body -o ${shellQuote(request.savedAs)}`]),
  ];
  const json = `-H ${shellQuote('content-type: application/json')}`;
  if (kind === 'none') return lines(head);
  if (kind === 'multipart') return lines([...head, ...request.images.map(filePart)]);
  if (request.images.every(({ source }) => source.kind === 'url')) {
    return lines([...head, json, `-d ${shellQuote(JSON.stringify(urlFields(request)))}`]);
  }
  // A Base64 photo is longer than a command line may be: it goes through a pipe.
  return `${pipedJson(request)} |\n  ${lines([...head, json, '--data-binary @-'])}`;
}

const lines = (parts: readonly string[]): string => parts.join(' \\\n  ');

const filePart = ({ field, source }: ImageField): string =>
  source.kind === 'file' ? `-F ${shellQuote(curlFilePart(field, source.name))}` : '';

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
