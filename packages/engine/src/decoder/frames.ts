import type { ErrorValue } from '@facet/analysis/errors.js';
import type { DecodeLimits } from '../image/decode-limits.js';
import type { Photo } from '@facet/analysis/image/pixels.js';
import type { EncodedImage, Redaction } from '../image/redact.js';

/** The limits that a call may lower. */
export type FileLimits = Pick<DecodeLimits, 'pixels' | 'workMs'>;

/** Sent with each file. With a redaction, the result is the redacted file instead of the decoded photo. */
export interface FileTask extends FileLimits {
  readonly redaction?: Redaction | undefined;
}

/**
 * What a decoder process sends: first that it is ready, then for each file that it has begun, and its result. Pixels
 * or the redacted file follow as bytes.
 */
export type DecoderMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begun' }
  | { readonly kind: 'decoded'; readonly photo: PhotoHeader }
  | { readonly kind: 'encoded'; readonly format: EncodedImage['format'] }
  | { readonly kind: 'failed'; readonly error: ErrorValue };

/** A photo without its pixels. */
export interface PhotoHeader extends Omit<Photo, 'pixels'> {
  readonly width: number;
  readonly height: number;
}

/** One message between the engine and a decoder process: a JSON header, and bytes. */
export interface Frame {
  readonly header: unknown;
  readonly bytes: Uint8Array;
}

/** Before each frame: the lengths of its header and of its bytes. */
const LENGTHS_BYTES = 8;

/** The parts of a frame, in the order in which they are written. The bytes are not copied. */
export function frameParts({ header, bytes }: Frame): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(bytes.length, 4);
  return [Buffer.concat([lengths, json]), bytes];
}

/** Memory of its own, because pixels move on to a worker; it is filled before anybody reads it, so nothing clears it. */
const memoryFor = (bytes: number): Buffer => Buffer.allocUnsafeSlow(bytes);

/** Reassembles frames from a stream whose chunks may end anywhere. */
export class FrameReader {
  readonly #onFrame: (frame: Frame) => void;
  #part = memoryFor(LENGTHS_BYTES);
  #filled = 0;
  #lengths: { readonly json: number; readonly bytes: number } | null = null;

  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame;
  }

  push(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0) {
      const taken = rest.subarray(0, this.#part.length - this.#filled);
      this.#part.set(taken, this.#filled);
      this.#filled += taken.length;
      rest = rest.subarray(taken.length);
      if (this.#filled === this.#part.length) this.#finishPart();
    }
  }

  #finishPart(): void {
    const part = this.#part;
    this.#filled = 0;
    if (this.#lengths === null) {
      const view = new DataView(part.buffer);
      this.#lengths = { json: view.getUint32(0), bytes: view.getUint32(4) };
      this.#part = memoryFor(this.#lengths.json + this.#lengths.bytes);
      return;
    }
    const { json } = this.#lengths;
    this.#lengths = null;
    this.#part = memoryFor(LENGTHS_BYTES);
    const header: unknown = JSON.parse(Buffer.from(part.buffer, 0, json).toString());
    this.#onFrame({ header, bytes: part.subarray(json) });
  }
}
