/** The part of WebAssembly that is used here; its full typings come only with the browser's. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object, imports?: object) => { readonly exports: unknown };
  readonly Memory: new (size: {
    readonly initial: number;
    readonly maximum: number;
    readonly shared: true;
  }) => SharedMemory;
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
};

/** The unit in which a memory grows. */
export const PAGE_BYTES = 65_536;

/** A memory that an instance exports. Growing it gives it another buffer. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A memory that threads share: sent to one, it is the same memory there. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

/** A compiled module, from which instances are made, each with a memory of its own. */
export interface Compiled<Exports> {
  newInstance(): Exports;
}

/** A compiled module, from which instances are made that work on a memory of their creator. */
export interface CompiledForMemory<Exports> {
  newInstance(memory: SharedMemory): Exports;
}

/** The bytes of a module from Base64. */
export const decodeModule = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

export function compile<Exports>(module: Uint8Array<ArrayBuffer>): Compiled<Exports> {
  const compiled = new WebAssembly.Module(module);
  return { newInstance: () => new WebAssembly.Instance(compiled).exports as Exports };
}

/** What modules that import their memory are compiled for: any other maximum is a link error if it is larger. */
const MAX_PAGES = 16_384;

export const newSharedMemory = (maximumBytes: number): SharedMemory =>
  new WebAssembly.Memory({
    initial: 1,
    maximum: Math.min(MAX_PAGES, Math.ceil(maximumBytes / PAGE_BYTES)),
    shared: true,
  });

/** Whether WebAssembly is there with all that the module uses. A content security policy may still forbid to compile it. */
export const isSupported = (module: Uint8Array<ArrayBuffer>): boolean =>
  'WebAssembly' in globalThis && WebAssembly.validate(module);

/** Undefined where WebAssembly is missing, lacks SIMD, or is forbidden by the content security policy. */
export function compileIfSupported<Exports>(module: Uint8Array<ArrayBuffer>): Compiled<Exports> | undefined {
  try {
    return compile(module);
  } catch {
    return undefined;
  }
}

/** As above, for a module that imports its memory. */
export function compileForMemoryIfSupported<Exports>(
  module: Uint8Array<ArrayBuffer>,
): CompiledForMemory<Exports> | undefined {
  try {
    const compiled = new WebAssembly.Module(module);
    return {
      newInstance: (memory) => new WebAssembly.Instance(compiled, { env: { memory } }).exports as Exports,
    };
  } catch {
    return undefined;
  }
}
