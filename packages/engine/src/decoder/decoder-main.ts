import { writeFileSync } from 'node:fs';
import { toErrorValue } from '@facet/analysis/errors.js';
import type { DecodeLimits } from '../image/decode-limits.js';
import { confineLibvips, decodePhoto } from '../image/decode.js';
import type { Photo } from '@facet/analysis/image/pixels.js';
import { redactPhoto } from '../image/redact.js';
import { frameParts, FrameReader, type DecoderMessage, type FileTask } from './frames.js';

/**
 * A process that only decodes: files come in on standard input, pixels leave on standard output. It has no secret, no
 * model and no socket, and the engine may kill it at any moment.
 */
const limits = JSON.parse(process.argv[2] ?? '') as DecodeLimits;

/** A clean exit would wait for native code that is still running. */
const exitAtOnce = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

/** If memory runs out, Linux then kills this process rather than the service. Other systems have no such file. */
function volunteerForOomKiller(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not allowed.
  }
}

const NO_BYTES = new Uint8Array();

function send(header: DecoderMessage, bytes: Uint8Array = NO_BYTES): void {
  for (const part of frameParts({ header, bytes })) process.stdout.write(part);
}

function sendPhoto({ pixels: { data, width, height }, ...rest }: Photo): void {
  send({ kind: 'decoded', photo: { width, height, ...rest } }, data);
}

async function decodeFile(file: Uint8Array, { pixels, workMs, redaction }: FileTask): Promise<void> {
  send({ kind: 'begun' });
  try {
    const own = { ...limits, pixels, workMs };
    if (redaction === undefined) sendPhoto(await decodePhoto(file, own));
    else {
      const { format, data } = await redactPhoto(file, own, redaction);
      send({ kind: 'encoded', format }, data);
    }
  } catch (error) {
    send({ kind: 'failed', error: toErrorValue(error) });
  }
  // The buffers of the last photo are large, and would not be freed until the small heap fills up. A full collection
  // would take as long as decoding a small photo.
  setImmediate(() => globalThis.gc?.({ type: 'minor' }));
}

volunteerForOomKiller();
confineLibvips(limits.formats);
const reader = new FrameReader(({ header, bytes }) => void decodeFile(bytes, header as FileTask));
process.stdin.on('data', (chunk: Buffer) => {
  reader.push(chunk);
});
// The service has ended.
process.stdin.once('end', exitAtOnce);
process.stdin.once('error', exitAtOnce);
process.stdout.once('error', exitAtOnce);
send({ kind: 'ready' });
