/** One message between the engine and a decoder process: a few facts as JSON, and bytes. */
export interface Frame {
  readonly facts: unknown;
  readonly bytes: Uint8Array;
}

const HEAD_BYTES = 8;

/** The parts of a frame, in the order in which they are written. The bytes are not copied. */
export function frameParts({ facts, bytes }: Frame): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(facts));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(json.length, 0);
  head.writeUInt32BE(bytes.length, 4);
  return [Buffer.concat([head, json]), bytes];
}

/** Puts frames together from a stream of chunks that are cut anywhere. */
export class FrameReader {
  readonly #onFrame: (frame: Frame) => void;
  #part = new Uint8Array(HEAD_BYTES);
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
      this.#part = new Uint8Array(this.#lengths.json + this.#lengths.bytes);
      return;
    }
    const { json } = this.#lengths;
    this.#lengths = null;
    this.#part = new Uint8Array(HEAD_BYTES);
    const facts: unknown = JSON.parse(Buffer.from(part.buffer, 0, json).toString());
    this.#onFrame({ facts, bytes: part.subarray(json) });
  }
}
