import { bodyKind, methodOf, type ApiRequest } from '../analysis/request.js';
import { hasFile, jsonFields, requestHeaders, uploads, type CodeContext } from './sample-parts.js';

/** The request with Python's `requests`. */
export function pythonSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const { images, query, path, savedAs } = request;
  const imports = [
    ...(bodyKind(request) === 'json' && hasFile(images) ? ['import base64'] : []),
    ...((bodyKind(request) === 'json' && hasFile(images)) || savedAs !== undefined
      ? ['from pathlib import Path']
      : []),
  ];
  const pairs = (all: readonly (readonly [string, string])[]): string =>
    all.map(([name, value]) => `${pythonText(name)}: ${pythonText(value)}`).join(', ');
  const headers = requestHeaders(request, apiKey);
  return [
    ...(imports.length === 0 ? [] : [...imports, '']),
    'import requests',
    '',
    `response = requests.${methodOf(request).toLowerCase()}(`,
    `    ${pythonText(baseUrl + path)},`,
    ...(headers.length === 0 ? [] : [`    headers={${pairs(headers)}},`]),
    ...(query.length === 0 ? [] : [`    params={${pairs(query)}},`]),
    ...bodyLines(request),
    '    timeout=60,',
    ')',
    ...resultLines(request),
  ].join('\n');
}

function bodyLines(request: ApiRequest): string[] {
  const kind = bodyKind(request);
  if (kind === 'none') return [];
  const entries =
    kind === 'multipart'
      ? uploads(request.images).map(([field, name]) => [field, `open(${pythonText(name)}, "rb")`] as const)
      : jsonFields(request, {
          text: pythonText,
          file: (name) => `base64.b64encode(Path(${pythonText(name)}).read_bytes()).decode()`,
          json: (json) => pythonLiteral(JSON.parse(json)),
        });
  return [
    `    ${kind === 'json' ? 'json' : 'files'}={`,
    ...entries.map(([field, value]) => `        ${pythonText(field)}: ${value},`),
    '    },',
  ];
}

function resultLines({ savedAs, auth = 'key' }: ApiRequest): string[] {
  if (savedAs !== undefined)
    return [
      'if not response.ok:',
      '    raise SystemExit(response.text)',
      `Path(${pythonText(savedAs)}).write_bytes(response.content)`,
    ];
  // What anyone may call is not wrapped.
  if (auth !== 'key') return ['print(response.text)'];
  return [
    'result = response.json()',
    'if not result["success"]:',
    "    raise SystemExit(f\"{result['code']}: {result['message']}\")",
    'print(result["data"])',
  ];
}

/** JSON text is a Python literal too, but for the line separators that JSON leaves bare; those are fine in Python. */
const pythonText = (text: string): string => JSON.stringify(text);

function pythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${pythonText(key)}: ${pythonLiteral(inner)}`)
    .join(', ')}}`;
}
