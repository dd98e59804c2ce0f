import { bodyKind, requestTarget, type ApiRequest } from '../../analysis/request.js';
import { jsonFields, quoted, uploads, type CodeContext } from './sample-parts.js';

/** The request as a C# program (.NET 6 or newer) without libraries. */
export function csharpSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const asJson = bodyKind(request) === 'json';
  return [
    ...(asJson ? ['using System.Net.Http.Json;', ''] : []),
    'using var client = new HttpClient { Timeout = TimeSpan.FromMinutes(1) };',
    `client.DefaultRequestHeaders.Add("x-user-id", ${quoted(apiKey)});`,
    ...(asJson ? jsonBody(request) : formBody(request)),
    `using var response = await client.PostAsync(${quoted(baseUrl + requestTarget(request))}, body);`,
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
    'return response.IsSuccessStatusCode ? 0 : 1;',
  ].join('\n');
}

function jsonBody({ images }: ApiRequest): string[] {
  const fields = jsonFields(images, {
    url: quoted,
    file: (name) => `Convert.ToBase64String(${bytes(name)})`,
  });
  return [
    'using var body = JsonContent.Create(new Dictionary<string, string>',
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
