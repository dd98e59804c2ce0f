import { compile, IMAGE_KERNELS, type Memory } from '@facet/wasm';

/**
 * Loops over pixels in WebAssembly: sixteen bytes at a time, and the same result on every machine. The functions are
 * described in `packages/wasm/assembly`.
 */
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

const COMPILED = compile<ImageKernels>(IMAGE_KERNELS);

/** The kernels with a memory of their own. */
export const newImageKernels = (): ImageKernels => COMPILED.newInstance();
