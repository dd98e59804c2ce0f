import { bodyKind, methodOf, requestTarget, type ApiRequest } from '../../analysis/request.js';
import { jsonFields, requestHeaders, uploads, type CodeContext } from './sample-parts.js';

/** The request as a PHP script with the extension curl. */
export function phpSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const kind = bodyKind(request);
  const method = methodOf(request);
  const headers = [
    ...requestHeaders(request, apiKey).map(([name, value]) => `${name}: ${value}`),
    ...(kind === 'json' ? ['content-type: application/json'] : []),
  ];
  return [
    '<?php',
    `$curl = curl_init(${phpText(baseUrl + requestTarget(request))});`,
    'curl_setopt_array($curl, [',
    ...(method === (kind === 'none' ? 'GET' : 'POST')
      ? []
      : [`    CURLOPT_CUSTOMREQUEST => ${phpText(method)},`]),
    ...(headers.length === 0 ? [] : [`    CURLOPT_HTTPHEADER => [${headers.map(phpText).join(', ')}],`]),
    ...bodyLines(request),
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 60,',
    ']);',
    '$response = curl_exec($curl);',
    'if ($response === false) {',
    '    fwrite(STDERR, curl_error($curl) . "\\n");',
    '    exit(1);',
    '}',
    ...resultLines(request),
  ].join('\n');
}

function bodyLines(request: ApiRequest): string[] {
  const kind = bodyKind(request);
  if (kind === 'none') return [];
  const asJson = kind === 'json';
  const pairs = entries(request, asJson);
  // An empty array would be a list in JSON.
  const open = asJson ? `json_encode(${pairs.length === 0 ? '(object) ' : ''}[` : '[';
  return [
    `    CURLOPT_POSTFIELDS => ${open}`,
    ...pairs.map(([field, value]) => `        ${phpText(field)} => ${value},`),
    asJson ? '    ]),' : '    ],',
  ];
}

const resultLines = ({ savedAs }: ApiRequest): string[] => [
  ...(savedAs === undefined
    ? ['echo $response, "\\n";']
    : [
        'if (curl_getinfo($curl, CURLINFO_RESPONSE_CODE) === 200) {',
        `    file_put_contents(${phpText(savedAs)}, $response);`,
        '} else {',
        '    echo $response, "\\n";',
        '}',
      ]),
  'exit(curl_getinfo($curl, CURLINFO_RESPONSE_CODE) === 200 ? 0 : 1);',
];

const entries = (request: ApiRequest, asJson: boolean): (readonly [string, string])[] =>
  asJson
    ? jsonFields(request, {
        text: phpText,
        file: (name) => `base64_encode(file_get_contents(${phpText(name)}))`,
        json: (json) => `json_decode(${phpText(json)})`,
      })
    : uploads(request.images).map(([field, name]) => [field, `new CURLFile(${phpText(name)})`]);

/** A string in single quotes, in which PHP replaces nothing. */
const phpText = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
