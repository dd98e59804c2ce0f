import { bodyKind, methodOf, requestTarget, type ApiRequest, type Method } from '../../analysis/request.js';
import { hasJson, jsonFields, quoted, requestHeaders, uploads, type CodeContext } from './sample-parts.js';

const METHODS: Readonly<Record<Method, string>> = {
  GET: 'Get',
  POST: 'Post',
  PUT: 'Put',
  DELETE: 'Delete',
};

/** The request as a C# program (.NET 6 or newer) without libraries. */
export function csharpSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const kind = bodyKind(request);
  const asJson = kind === 'json';
  const url = quoted(baseUrl + requestTarget(request));
  const usings = [
    ...(asJson ? ['using System.Net.Http.Json;'] : []),
    ...(asJson && hasJson(request) ? ['using System.Text.Json.Nodes;'] : []),
  ];
  return [
    ...(usings.length === 0 ? [] : [...usings, '']),
    'using var client = new HttpClient { Timeout = TimeSpan.FromMinutes(1) };',
    ...requestHeaders(request, apiKey).map(
      ([name, value]) => `client.DefaultRequestHeaders.Add(${quoted(name)}, ${quoted(value)});`,
    ),
    ...(kind === 'none' ? [] : asJson ? jsonBody(request) : formBody(request)),
    `using var response = ${callOf(methodOf(request), url, kind !== 'none')};`,
    ...resultLines(request),
    'return response.IsSuccessStatusCode ? 0 : 1;',
  ].join('\n');
}

function callOf(method: Method, url: string, hasBody: boolean): string {
  if (method === 'POST') return `await client.PostAsync(${url}, ${hasBody ? 'body' : 'null'})`;
  const content = hasBody ? ' { Content = body }' : '';
  return `await client.SendAsync(new HttpRequestMessage(HttpMethod.${METHODS[method]}, ${url})${content})`;
}

const resultLines = ({ savedAs }: ApiRequest): string[] =>
  savedAs === undefined
    ? ['Console.WriteLine(await response.Content.ReadAsStringAsync());']
    : [
        'if (response.IsSuccessStatusCode)',
        `    File.WriteAllBytes(${quoted(savedAs)}, await response.Content.ReadAsByteArrayAsync());`,
        'else',
        '    Console.WriteLine(await response.Content.ReadAsStringAsync());',
      ];

function jsonBody(request: ApiRequest): string[] {
  const fields = jsonFields(request, {
    text: quoted,
    file: (name) => `Convert.ToBase64String(${bytes(name)})`,
    json: (json) => `JsonNode.Parse(${quoted(json)})`,
  });
  return [
    `using var body = JsonContent.Create(new Dictionary<string, ${hasJson(request) ? 'object?' : 'string'}>`,
    '{',
    ...fields.map(([field, value]) => `    [${quoted(field)}] = ${value},`),
    '});',
  ];
}

const formBody = ({ images }: ApiRequest): string[] => [
  'using var body = new MultipartFormDataContent();',
  ...uploads(images).map(
    ([field, name]) => `body.Add(new ByteArrayContent(${bytes(name)}), ${quoted(field)}, "photo");`,
  ),
];

const bytes = (name: string): string => `File.ReadAllBytes(${quoted(name)})`;
