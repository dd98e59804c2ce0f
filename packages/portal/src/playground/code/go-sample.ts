import { bodyKind, methodOf, requestTarget, type ApiRequest } from '../../analysis/request.js';
import {
  hasFile,
  hasJson,
  jsonFields,
  quoted,
  requestHeaders,
  uploads,
  type CodeContext,
} from './sample-parts.js';

const BODIES = { none: 'nil', json: 'bytes.NewReader(body)', multipart: '&body' } as const;

/** The request as a Go program on the standard library. */
export function goSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const kind = bodyKind(request);
  return [
    'package main',
    '',
    'import (',
    ...imports(request).map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(kind === 'none' ? [] : [...(kind === 'json' ? jsonBody(request) : formBody(request)), '']),
    `\trequest, err := http.NewRequest("${methodOf(request)}", ${quoted(baseUrl + requestTarget(request))}, ${BODIES[kind]})`,
    '\tcheck(err)',
    ...requestHeaders(request, apiKey).map(
      ([name, value]) => `\trequest.Header.Set(${quoted(name)}, ${quoted(value)})`,
    ),
    ...(kind === 'none'
      ? []
      : [
          `\trequest.Header.Set("Content-Type", ${kind === 'json' ? '"application/json"' : 'form.FormDataContentType()'})`,
        ]),
    '\tclient := http.Client{Timeout: time.Minute}',
    '\tresponse, err := client.Do(request)',
    '\tcheck(err)',
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    '\tcheck(err)',
    ...resultLines(request),
    '}',
    ...(kind === 'json' && hasFile(request.images) ? ENCODED : []),
    '',
    'func check(err error) {',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '}',
  ].join('\n');
}

function imports(request: ApiRequest): string[] {
  const kind = bodyKind(request);
  return [
    ...(kind === 'none' ? [] : ['bytes']),
    ...(kind === 'json' ? ['encoding/json'] : []),
    ...(kind === 'json' && hasFile(request.images) ? ['encoding/base64'] : []),
    ...(kind === 'multipart' ? ['mime/multipart'] : []),
    'fmt',
    'io',
    'net/http',
    'os',
    'time',
  ].sort();
}

const resultLines = ({ savedAs }: ApiRequest): string[] =>
  savedAs === undefined
    ? ['\tfmt.Println(string(text))', '\tif response.StatusCode != http.StatusOK {', '\t\tos.Exit(1)', '\t}']
    : [
        '\tif response.StatusCode != http.StatusOK {',
        '\t\tfmt.Println(string(text))',
        '\t\tos.Exit(1)',
        '\t}',
        `\tcheck(os.WriteFile(${quoted(savedAs)}, text, 0o644))`,
      ];

const ENCODED = [
  '',
  'func encoded(name string) string {',
  '\tphoto, err := os.ReadFile(name)',
  '\tcheck(err)',
  '\treturn base64.StdEncoding.EncodeToString(photo)',
  '}',
];

function jsonBody(request: ApiRequest): string[] {
  const fields = jsonFields(request, {
    text: quoted,
    file: (name) => `encoded(${quoted(name)})`,
    json: (json) => `json.RawMessage(${quoted(json)})`,
  });
  return [
    `\tbody, err := json.Marshal(map[string]${hasJson(request) ? 'any' : 'string'}{`,
    ...fields.map(([field, value]) => `\t\t${quoted(field)}: ${value},`),
    '\t})',
    '\tcheck(err)',
  ];
}

function formBody({ images }: ApiRequest): string[] {
  return [
    '\tvar body bytes.Buffer',
    '\tform := multipart.NewWriter(&body)',
    '\tfor field, name := range map[string]string{',
    ...uploads(images).map(([field, name]) => `\t\t${quoted(field)}: ${quoted(name)},`),
    '\t} {',
    '\t\tphoto, err := os.ReadFile(name)',
    '\t\tcheck(err)',
    '\t\tpart, err := form.CreateFormFile(field, "photo")',
    '\t\tcheck(err)',
    '\t\t_, err = part.Write(photo)',
    '\t\tcheck(err)',
    '\t}',
    '\tcheck(form.Close())',
  ];
}
