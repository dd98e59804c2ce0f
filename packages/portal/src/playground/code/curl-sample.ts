import { bodyKind, requestTarget, type ApiRequest, type ImageField } from '../../analysis/request.js';
import { curlFilePart, shellQuote, type CodeContext } from './sample-parts.js';

/** The request as one curl command. */
export function curlSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const head = [
    `curl ${shellQuote(baseUrl + requestTarget(request))}`,
    `-H ${shellQuote(`user_id: ${apiKey}`)}`,
  ];
  const json = `-H ${shellQuote('content-type: application/json')}`;
  if (bodyKind(request) === 'multipart') return lines([...head, ...request.images.map(filePart)]);
  if (request.images.every(({ source }) => source.kind === 'url')) {
    return lines([...head, json, `-d ${shellQuote(JSON.stringify(urlFields(request)))}`]);
  }
  // A Base64 photo is longer than a command line may be: it goes through a pipe.
  return `${pipedJson(request)} |\n  ${lines([...head, json, '--data-binary @-'])}`;
}

const lines = (parts: readonly string[]): string => parts.join(' \\\n  ');

const filePart = ({ field, source }: ImageField): string =>
  source.kind === 'file' ? `-F ${shellQuote(curlFilePart(field, source.name))}` : '';

const urlFields = ({ images }: ApiRequest): Record<string, string> =>
  Object.fromEntries(images.map(({ field, source }) => [field, source.kind === 'url' ? source.url : '']));

function pipedJson({ images }: ApiRequest): string {
  const format = `{${images.map(({ field }) => `"${field}":"%s"`).join(',')}}`;
  const values = images.map(({ source }) =>
    source.kind === 'url'
      ? // As JSON text without its quotes, which the format brings.
        shellQuote(JSON.stringify(source.url).slice(1, -1))
      : `"$(base64 < ${shellQuote(source.name)} | tr -d '\\n')"`,
  );
  return `printf '${format}' \\\n  ${values.join(' \\\n  ')}`;
}
