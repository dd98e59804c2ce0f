import { bodyKind, requestTarget, type ApiRequest } from '../../analysis/request.js';
import { hasFile, jsonFields, quoted, uploads, type CodeContext } from './sample-parts.js';

/** The request as a Go program on the standard library. */
export function goSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const { images } = request;
  const asJson = bodyKind(request) === 'json';
  const ofBody = asJson
    ? ['"encoding/json"', ...(hasFile(images) ? ['"encoding/base64"', '"os"'] : ['"os"'])]
    : ['"mime/multipart"', '"os"'];
  const imports = ['"bytes"', '"fmt"', '"io"', '"net/http"', '"time"', ...ofBody].sort();
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t${name}`),
    ')',
    '',
    'func main() {',
    ...(asJson ? jsonBody(request) : formBody(request)),
    '',
    `\trequest, err := http.NewRequest("POST", ${quoted(baseUrl + requestTarget(request))}, ${asJson ? 'bytes.NewReader(body)' : '&body'})`,
    '\tcheck(err)',
    `\trequest.Header.Set("x-user-id", ${quoted(apiKey)})`,
    `\trequest.Header.Set("Content-Type", ${asJson ? '"application/json"' : 'form.FormDataContentType()'})`,
    '\tclient := http.Client{Timeout: time.Minute}',
    '\tresponse, err := client.Do(request)',
    '\tcheck(err)',
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    '\tcheck(err)',
    '\tfmt.Println(string(text))',
    '\tif response.StatusCode != http.StatusOK {',
    '\t\tos.Exit(1)',
    '\t}',
    '}',
    ...(asJson && hasFile(images) ? ENCODED : []),
    '',
    'func check(err error) {',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '}',
  ].join('\n');
}

const ENCODED = [
  '',
  'func encoded(name string) string {',
  '\tphoto, err := os.ReadFile(name)',
  '\tcheck(err)',
  '\treturn base64.StdEncoding.EncodeToString(photo)',
  '}',
];

function jsonBody({ images }: ApiRequest): string[] {
  const fields = jsonFields(images, { url: quoted, file: (name) => `encoded(${quoted(name)})` });
  return [
    '\tbody, err := json.Marshal(map[string]string{',
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
