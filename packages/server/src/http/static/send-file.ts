import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoding, StaticFile } from './static-file.js';

const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** Sends the file in the best encoding that the client accepts, or 304 if the client already has it. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const encoding = ENCODINGS.find(
    (name) => file.compressed[name] !== undefined && takes(request.headers['accept-encoding'], name),
  );
  const tag = `"${file.hash}${encoding === undefined ? '' : `-${encoding}`}"`;
  void reply.headers({ 'cache-control': file.caching, etag: tag });
  if (Object.keys(file.compressed).length > 0) void reply.header('vary', 'accept-encoding');
  if (holds(request.headers['if-none-match'], tag)) return reply.code(304).send();
  void reply.type(file.type);
  if (encoding === undefined) return reply.send(file.bytes);
  return reply.header('content-encoding', encoding).send(file.compressed[encoding]);
}

const REFUSED = /;\s*q\s*=\s*0(?:\.0*)?\s*$/i;

const takes = (accepted: string | string[] | undefined, encoding: Encoding): boolean =>
  String(accepted ?? '')
    .split(',')
    .some((entry) => entry.split(';', 1)[0]?.trim().toLowerCase() === encoding && !REFUSED.test(entry));

const holds = (known: string | undefined, tag: string): boolean =>
  known?.split(',').some((entry) => ['*', tag].includes(entry.trim().replace(/^W\//, ''))) ?? false;
