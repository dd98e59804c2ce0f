import { bodyKind, type ApiRequest, type ImageField } from '../../analysis/request.js';
import type { CodeContext } from './sample-parts.js';

/** The request with Python's `requests`. */
export function pythonSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const { images, query, path } = request;
  const withFiles = images.some(({ source }) => source.kind === 'file');
  const asJson = bodyKind(request) === 'json';
  const body = `    ${asJson ? 'json' : 'files'}={\n${images.map((image) => `        ${entry(image, asJson)},\n`).join('')}    },\n`;
  const params =
    query.length === 0
      ? ''
      : `    params={${query.map(([name, value]) => `${pythonText(name)}: ${pythonText(value)}`).join(', ')}},\n`;
  return [
    ...(asJson && withFiles ? ['import base64', 'from pathlib import Path', ''] : []),
    'import requests',
    '',
    'response = requests.post(',
    `    ${pythonText(baseUrl + path)},`,
    `    headers={"x-user-id": ${pythonText(apiKey)}},`,
    `${params}${body}    timeout=60,`,
    ')',
    'result = response.json()',
    'if not result["success"]:',
    "    raise SystemExit(f\"{result['code']}: {result['message']}\")",
    'print(result["data"])',
  ].join('\n');
}

function entry({ field, source }: ImageField, asJson: boolean): string {
  const name = pythonText(field);
  if (source.kind === 'url') return `${name}: ${pythonText(source.url)}`;
  const file = pythonText(source.name);
  return asJson
    ? `${name}: base64.b64encode(Path(${file}).read_bytes()).decode()`
    : `${name}: open(${file}, "rb")`;
}

/** JSON text is a Python literal too, but for the line separators that JSON leaves bare; those are fine in Python. */
const pythonText = (text: string): string => JSON.stringify(text);
