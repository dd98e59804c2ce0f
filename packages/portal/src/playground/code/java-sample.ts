import { bodyKind, requestTarget, type ApiRequest } from '../../analysis/request.js';
import { hasFile, jsonFields, quoted, uploads, type CodeContext } from './sample-parts.js';

/** The request as a Java program (11 or newer) without libraries. */
export function javaSample(request: ApiRequest, { baseUrl, apiKey }: CodeContext): string {
  const asJson = bodyKind(request) === 'json';
  return [
    ...imports(request, asJson).map((name) => `import ${name};`),
    '',
    'public class Facet {',
    '  public static void main(String[] args) throws Exception {',
    ...(asJson ? jsonBody(request) : formBody(request)),
    `    var request = HttpRequest.newBuilder(URI.create(${quoted(baseUrl + requestTarget(request))}))`,
    '        .timeout(Duration.ofMinutes(1))',
    `        .header("x-user-id", ${quoted(apiKey)})`,
    `        .header("Content-Type", ${asJson ? '"application/json"' : '"multipart/form-data; boundary=" + boundary'})`,
    `        .POST(HttpRequest.BodyPublishers.${asJson ? 'ofString(body)' : 'ofByteArray(body.toByteArray())'})`,
    '        .build();',
    '    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(response.body());',
    '    if (response.statusCode() != 200) System.exit(1);',
    '  }',
    ...(asJson && hasFile(request.images) ? ENCODED : []),
    '}',
  ].join('\n');
}

const imports = ({ images }: ApiRequest, asJson: boolean): string[] =>
  [
    'java.net.URI',
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    'java.net.http.HttpResponse',
    'java.time.Duration',
    ...(hasFile(images) ? ['java.nio.file.Files', 'java.nio.file.Path'] : []),
    ...(asJson
      ? hasFile(images)
        ? ['java.util.Base64']
        : []
      : ['java.io.ByteArrayOutputStream', 'java.util.UUID']),
  ].sort();

const ENCODED = [
  '',
  '  static String encoded(String name) throws Exception {',
  '    return Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(name)));',
  '  }',
];

/** Java has no JSON library: the text is built here, except for what is only known at run time. */
function jsonBody({ images }: ApiRequest): string[] {
  const fields = jsonFields(images, {
    url: (url) => quoted(JSON.stringify(url)),
    file: (name) => `"\\"" + encoded(${quoted(name)}) + "\\""`,
  });
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
