/** The part of WebAssembly that is used here; its full typings come only with the browser's. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** The unit in which a memory grows. */
export const PAGE_BYTES = 65_536;

/** A memory that an instance exports. Growing it gives it another buffer. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A compiled module, from which instances are made, each with a memory of its own. */
export interface Compiled<Exports> {
  newInstance(): Exports;
}

export function compile<Exports>(module: Uint8Array<ArrayBuffer>): Compiled<Exports> {
  const compiled = new WebAssembly.Module(module);
  return { newInstance: () => new WebAssembly.Instance(compiled).exports as Exports };
}

/** Nothing where WebAssembly is missing or lacks SIMD, or the policy of the page does not allow it. */
export function compileIfSupported<Exports>(module: Uint8Array<ArrayBuffer>): Compiled<Exports> | undefined {
  try {
    return compile(module);
  } catch {
    return undefined;
  }
}
