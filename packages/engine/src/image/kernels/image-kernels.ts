import { encodeModule } from './assembler.js';
import { compile } from './compile.js';
import { halveKernel } from './halve-kernel.js';
import { warpKernel } from './warp-kernel.js';

export const PAGE_BYTES = 65_536;
/** One gigabyte: far above the largest analysed image, and below what addresses can express. */
const MAX_PAGES = 16_384;

/** Loops over pixels in WebAssembly: sixteen bytes at a time, and the same result on every machine. */
export interface ImageKernels {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
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

const COMPILED = compile<ImageKernels>(encodeModule([halveKernel(), warpKernel()], MAX_PAGES));

/** The kernels with a memory of their own. */
export const newImageKernels = (): ImageKernels => COMPILED.newInstance();
