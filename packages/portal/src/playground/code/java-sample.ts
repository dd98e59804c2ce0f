import { bodyKind, methodOf, requestTarget, type ApiRequest } from '../../analysis/request.js';
import { hasFile, jsonFields, quoted, requestHeaders, uploads, type CodeContext } from './sample-parts.js';

const PUBLISHERS = {
  none: 'noBody()',
  json: 'ofString(body)',
  multipart: 'ofByteArray(body.toByteArray())',
} as const;

/** The request as a Java program (11 or newer) without libraries. */
export function javaSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const kind = bodyKind(request);
  const method = methodOf(request);
  const publisher = `HttpRequest.BodyPublishers.${PUBLISHERS[kind]}`;
  return [
    ...imports(request).map((name) => `import ${name};`),
    '',
    'public class Facet {',
    '  public static void main(String[] args) throws Exception {',
    ...(kind === 'none' ? [] : kind === 'json' ? jsonBody(request) : formBody(request)),
    `    var request = HttpRequest.newBuilder(URI.create(${quoted(baseUrl + requestTarget(request))}))`,
    '        .timeout(Duration.ofMinutes(1))',
    ...requestHeaders(request, apiKey).map(
      ([name, value]) => `        .header(${quoted(name)}, ${quoted(value)})`,
    ),
    ...(kind === 'none'
      ? []
      : [
          `        .header("Content-Type", ${kind === 'json' ? '"application/json"' : '"multipart/form-data; boundary=" + boundary'})`,
        ]),
    method === 'POST' ? `        .POST(${publisher})` : `        .method("${method}", ${publisher})`,
    '        .build();',
    ...resultLines(request),
    '  }',
    ...(kind === 'json' && hasFile(request.images) ? ENCODED : []),
    '}',
  ].join('\n');
}

const resultLines = ({ savedAs }: ApiRequest): string[] =>
  savedAs === undefined
    ? [
        '    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
        '    System.out.println(response.body());',
        '    if (response.statusCode() != 200) System.exit(1);',
      ]
    : [
        '    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());',
        '    if (response.statusCode() != 200) {',
        '      System.out.println(new String(response.body()));',
        '      System.exit(1);',
        '    }',
        `    Files.write(Path.of(${quoted(savedAs)}), response.body());`,
      ];

function imports(request: ApiRequest): string[] {
  const kind = bodyKind(request);
  const usesFiles = hasFile(request.images) || request.savedAs !== undefined;
  return [
    'java.net.URI',
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    'java.net.http.HttpResponse',
    'java.time.Duration',
    ...(usesFiles ? ['java.nio.file.Files', 'java.nio.file.Path'] : []),
    ...(kind === 'json' && hasFile(request.images) ? ['java.util.Base64'] : []),
    ...(kind === 'multipart' ? ['java.io.ByteArrayOutputStream', 'java.util.UUID'] : []),
  ].sort();
}

const ENCODED = [
  '',
  '  static String encoded(String name) throws Exception {',
  '    return Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(name)));',
  '  }',
];

/** Java has no JSON library: the text is built here, except for what is only known at run time. */
function jsonBody(request: ApiRequest): string[] {
  const fields = jsonFields(request, {
    text: (text) => quoted(JSON.stringify(text)),
    file: (name) => `"\\"" + encoded(${quoted(name)}) + "\\""`,
    json: quoted,
  });
  if (fields.length === 0) return ['    String body = "{}";'];
  const parts = fields.map(
    ([field, value], n) =>
      `        + ${quoted(`${n === 0 ? '{' : ','}${JSON.stringify(field)}:`)} + ${value}`,
  );
  return ['    String body = ""', ...parts, '        + "}";'];
}

const formBody = ({ images }: ApiRequest): string[] => [
  '    var boundary = UUID.randomUUID().toString();',
  '    var body = new ByteArrayOutputStream();',
  '    String[][] photos = {',
  ...uploads(images).map(([field, name]) => `      {${quoted(field)}, ${quoted(name)}},`),
  '    };',
  '    for (var photo : photos) {',
  String.raw`      var head = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + photo[0]`,
  String.raw`          + "\"; filename=\"photo\"\r\n\r\n";`,
  '      body.write(head.getBytes());',
  '      body.write(Files.readAllBytes(Path.of(photo[1])));',
  String.raw`      body.write("\r\n".getBytes());`,
  '    }',
  String.raw`    body.write(("--" + boundary + "--\r\n").getBytes());`,
];
