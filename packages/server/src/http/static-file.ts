import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

/** Caching: files whose name changes with their content are cached for ever; others are revalidated. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
export const REVALIDATE = 'no-cache';

/**
 * A static file, kept in memory with its compressed variants, each from its first request on. All responses share the
 * same buffers, so a client that never reads its response costs no copy.
 */
export interface StaticFile {
  readonly type: string;
  readonly caching: string;
  /** The ETag, without quotes. */
  readonly hash: string;
  readonly bytes: Buffer;
  readonly compressed: Readonly<Partial<Record<Encoding, () => Promise<Buffer>>>>;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  yaml: 'application/yaml; charset=utf-8',
};

export const typeOf = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

export const fileHash = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 27);

const COMPRESSIBLE = /^(?:text\/|application\/|image\/svg)/;

/** Smaller files are not compressed. */
const MIN_BYTES = 512;

/** The best level takes sixty times as long and saves only a tenth. */
const BROTLI_QUALITY = 6;
const GZIP_LEVEL = 6;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export function staticFile(name: string, bytes: Buffer, caching: string): StaticFile {
  const type = typeOf(name);
  return {
    type,
    caching,
    hash: fileHash(bytes),
    bytes,
    compressed: COMPRESSIBLE.test(type) && bytes.length >= MIN_BYTES ? compressedOnce(bytes) : {},
  };
}

function compressedOnce(bytes: Buffer): StaticFile['compressed'] {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  let br: Promise<Buffer> | undefined;
  let gz: Promise<Buffer> | undefined;
  return {
    br: () => (br ??= toBrotli(bytes, { params })),
    gzip: () => (gz ??= toGzip(bytes, { level: GZIP_LEVEL })),
  };
}

const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** Sends the file in the best encoding that the client accepts, or 304 if the client already has it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
): Promise<FastifyReply> {
  const encoding = ENCODINGS.find(
    (name) => file.compressed[name] !== undefined && takes(request.headers['accept-encoding'], name),
  );
  const tag = `"${file.hash}${encoding === undefined ? '' : `-${encoding}`}"`;
  void reply.headers({ 'cache-control': file.caching, etag: tag });
  if (Object.keys(file.compressed).length > 0) void reply.header('vary', 'accept-encoding');
  if (holds(request.headers['if-none-match'], tag)) return reply.code(304).send();
  void reply.type(file.type);
  if (encoding === undefined) return reply.send(file.bytes);
  const compressed = await file.compressed[encoding]?.();
  return reply.header('content-encoding', encoding).send(compressed);
}

const NOT_ACCEPTED = /;\s*q\s*=\s*0(?:\.0*)?\s*$/i;

const takes = (accepted: string | string[] | undefined, encoding: Encoding): boolean =>
  String(accepted ?? '')
    .split(',')
    .some((entry) => entry.split(';', 1)[0]?.trim().toLowerCase() === encoding && !NOT_ACCEPTED.test(entry));

const holds = (known: string | undefined, tag: string): boolean =>
  known?.split(',').some((entry) => ['*', tag].includes(entry.trim().replace(/^W\//, ''))) ?? false;
