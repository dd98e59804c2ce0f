import { writeFileSync } from 'node:fs';
import { toErrorValue } from '../errors.js';
import { confineLibvips, decodePhoto } from '../image/decode.js';
import type { DecodeLimits } from '../image/decode-limits.js';
import type { Photo } from '../image/pixels.js';
import { FrameReader, frameParts, type DecoderFacts, type FileFacts } from './decoder-process.js';

/**
 * A process that only decodes: files come in on standard input, pixels leave on standard output. It has no secret, no
 * net and no socket, and whoever started it may kill it at any moment.
 */
const limits = JSON.parse(process.argv[2] ?? '') as DecodeLimits;

/** A clean exit would wait for the native code that is at work. */
const endAtOnce = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

/** Where memory runs out, Linux then ends this process rather than the service. Elsewhere there is no such file. */
function goFirstWhenMemoryIsShort(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not allowed: the order stays as it is.
  }
}

const NO_BYTES = new Uint8Array();

function answer(facts: DecoderFacts, bytes: Uint8Array = NO_BYTES): void {
  for (const part of frameParts({ facts, bytes })) process.stdout.write(part);
}

function answerPhoto({ pixels: { data, width, height }, ...facts }: Photo): void {
  answer({ kind: 'decoded', photo: { width, height, ...facts } }, data);
}

async function decodeFile(file: Uint8Array, { pixels, workMs }: FileFacts): Promise<void> {
  try {
    answerPhoto(await decodePhoto(file, { ...limits, pixels, workMs }));
  } catch (error) {
    answer({ kind: 'failed', error: toErrorValue(error) });
  }
  // The buffers of the last photo are large, and would stay until the small heap fills up. A full collection would take
  // as long as decoding a small photo.
  setImmediate(() => globalThis.gc?.({ type: 'minor' }));
}

goFirstWhenMemoryIsShort();
confineLibvips(limits.formats);
const reader = new FrameReader(({ bytes, facts }) => void decodeFile(bytes, facts as FileFacts));
process.stdin.on('data', (chunk: Buffer) => {
  reader.push(chunk);
});
// The service is gone.
process.stdin.once('end', endAtOnce);
process.stdin.once('error', endAtOnce);
process.stdout.once('error', endAtOnce);
answer({ kind: 'ready' });
