import { compile, encodeModule, type Memory } from '@facet/wasm';
import { halveKernel } from './halve-kernel.js';
import { warpKernel } from './warp-kernel.js';

/** One gigabyte: far above the largest analysed image, and below what addresses can express. */
const MAX_PAGES = 16_384;

/** Loops over pixels in WebAssembly: sixteen bytes at a time, and the same result on every machine. */
export interface ImageKernels {
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

const COMPILED = compile<ImageKernels>(encodeModule([halveKernel(), warpKernel()], MAX_PAGES));

/** The kernels with a memory of their own. */
export const newImageKernels = (): ImageKernels => COMPILED.newInstance();
