/** A request as the bytes on the wire, so that sending it again costs almost nothing. */
export interface WireRequest {
  readonly path: string;
  readonly bytes: Buffer;
}

const BOUNDARY = 'facet-wire-boundary';

/** By name: bytes travel as files, text as it is. */
export type WireFields = Readonly<Record<string, Uint8Array | string>>;

function request(path: string, apiKey: string, type: string, body: Buffer): WireRequest {
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: facet.test',
    `user_id: ${apiKey}`,
    `content-type: ${type}`,
    `content-length: ${body.length}`,
  ];
  return { path, bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]) };
}

export function formRequest(path: string, apiKey: string, fields: WireFields): WireRequest {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const file = typeof value === 'string' ? '' : `; filename="${name}"\r\ncontent-type: image/jpeg`;
    return [
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ];
  });
  const body = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  return request(path, apiKey, `multipart/form-data; boundary=${BOUNDARY}`, body);
}

/** Bytes travel as Base64. */
export function jsonRequest(path: string, apiKey: string, fields: WireFields): WireRequest {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : Buffer.from(value).toString('base64'),
  ]);
  return request(path, apiKey, 'application/json', Buffer.from(JSON.stringify(Object.fromEntries(texts))));
}
