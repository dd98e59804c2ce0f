import { compile, IMAGE_KERNELS, PAGE_BYTES, type Memory } from '@facet/wasm';
import type { Size } from '../geometry/box.js';
import type { Pixels } from './pixels.js';

/** An image in a scratch buffer: RGB as in `Pixels`, from this address on. */
export interface BufferedImage extends Size {
  readonly address: number;
}

/** Kernels read and write up to this many bytes at a time, and may touch what follows the last pixel. */
const STEP = 16;

/**
 * The memory that image kernels work in. It holds one photo at a time, with what was made of it, and is reused for the
 * next one, which is faster than allocating memory for each.
 */
export class ScratchBuffer {
  readonly kernels: ImageKernels = newImageKernels();
  #photo: BufferedImage | null = null;
  #used = 0;
  /** The end of the largest temporary reservation. */
  #temporaryEnd = 0;
  #isLent = false;

  /** Discards the previous photo and loads this one. */
  load({ width, height, data }: Pixels): BufferedImage {
    this.#used = 0;
    this.#photo = this.reserve({ width, height });
    this.pixels(this.#photo).data.set(data);
    return this.#photo;
  }

  /** Whether this photo, with what was made of it, is still there. */
  holds(photo: BufferedImage): boolean {
    return this.#photo === photo;
  }

  /** Leaves no pixel behind. */
  wipe(): void {
    new Uint8Array(this.kernels.memory.buffer, 0, Math.max(this.#used, this.#temporaryEnd)).fill(0);
    this.#photo = null;
    this.#used = 0;
    this.#temporaryEnd = 0;
  }

  /** Room for an image; a row more than it needs, since kernels may read that far. */
  reserve(size: Size): BufferedImage {
    return { ...size, address: this.#take((size.width * size.height + size.width) * 3) };
  }

  /** The pixels of an image in this memory, until more room is taken. */
  pixels({ address, width, height }: BufferedImage): Pixels {
    return { width, height, data: new Uint8Array(this.kernels.memory.buffer, address, width * height * 3) };
  }

  /** Reserves room for `count` numbers until `write` has filled it, and returns a copy of them. */
  floats(count: number, write: (address: number) => void): Float32Array {
    const before = this.#used;
    const filled = this.#filled(count, write);
    this.#used = before;
    return filled.slice();
  }

  /** Lends `count` numbers without a copy. Until `use` has ended, nothing else may be reserved: the memory would move. */
  async lend<Result>(
    count: number,
    write: (address: number) => void,
    use: (numbers: Float32Array) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#used;
    const filled = this.#filled(count, write);
    this.#isLent = true;
    try {
      return await use(filled);
    } finally {
      this.#isLent = false;
      this.#used = before;
    }
  }

  #filled(count: number, write: (address: number) => void): Float32Array {
    const address = this.#take(count * Float32Array.BYTES_PER_ELEMENT);
    write(address);
    this.#temporaryEnd = Math.max(this.#temporaryEnd, this.#used);
    return new Float32Array(this.kernels.memory.buffer, address, count);
  }

  #take(bytes: number): number {
    if (this.#isLent) throw new Error('The scratch buffer is lent.');
    const { memory } = this.kernels;
    const address = this.#used;
    this.#used += Math.ceil(bytes / STEP + 1) * STEP;
    const missing = this.#used - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return address;
  }
}

/**
 * Loops over pixels in WebAssembly: sixteen bytes at a time, and the same result on every machine. The functions are
 * described in `packages/wasm/assembly`.
 */
interface ImageKernels {
  readonly memory: Memory;
  halve(from: number, stride: number, to: number, width: number, height: number): void;
  warp(
    level: number,
    width: number,
    height: number,
    out: number,
    columns: number,
    rows: number,
    a: number,
    b: number,
    u: number,
    v: number,
    fill: number,
  ): void;
}

const COMPILED = compile<ImageKernels>(IMAGE_KERNELS);

/** The kernels with a memory of their own. */
const newImageKernels = (): ImageKernels => COMPILED.newInstance();
