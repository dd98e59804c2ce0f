import { bodyKind, requestTarget, type ApiRequest, type ImageField } from '../../analysis/request.js';
import { jsonFields, uploads, type CodeContext } from './sample-parts.js';

/** The request as a PHP script with the extension curl. */
export function phpSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const asJson = bodyKind(request) === 'json';
  const headers = [`x-user-id: ${apiKey}`, ...(asJson ? ['content-type: application/json'] : [])];
  return [
    '<?php',
    `$curl = curl_init(${phpText(baseUrl + requestTarget(request))});`,
    'curl_setopt_array($curl, [',
    `    CURLOPT_HTTPHEADER => [${headers.map(phpText).join(', ')}],`,
    `    CURLOPT_POSTFIELDS => ${asJson ? 'json_encode([' : '['}`,
    ...entries(request.images, asJson).map(([field, value]) => `        ${phpText(field)} => ${value},`),
    asJson ? '    ]),' : '    ],',
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 60,',
    ']);',
    '$response = curl_exec($curl);',
    'if ($response === false) {',
    '    fwrite(STDERR, curl_error($curl) . "\\n");',
    '    exit(1);',
    '}',
    'echo $response, "\\n";',
    'exit(curl_getinfo($curl, CURLINFO_RESPONSE_CODE) === 200 ? 0 : 1);',
  ].join('\n');
}

const entries = (images: readonly ImageField[], asJson: boolean): (readonly [string, string])[] =>
  asJson
    ? jsonFields(images, {
        url: phpText,
        file: (name) => `base64_encode(file_get_contents(${phpText(name)}))`,
      })
    : uploads(images).map(([field, name]) => [field, `new CURLFile(${phpText(name)})`]);

/** A string in single quotes, in which PHP replaces nothing. */
const phpText = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
