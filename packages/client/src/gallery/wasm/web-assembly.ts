/** The part of WebAssembly that is used here, which every runtime has and the ES2023 types leave out. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export type WasmModule = object;

interface WasmApi {
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => WasmMemory;
  readonly Instance: new (
    module: WasmModule,
    imports: { readonly host: { readonly memory: WasmMemory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

export const PAGE_BYTES = 65536;

export function findWebAssembly(): WasmApi | undefined {
  return (globalThis as { WebAssembly?: WasmApi }).WebAssembly;
}

/** Compiles a module, or answers nothing where WebAssembly, its SIMD or the page's policy does not allow it. */
export function compile(bytes: Uint8Array<ArrayBuffer>): WasmModule | undefined {
  const api = findWebAssembly();
  if (api?.validate(bytes) !== true) return undefined;
  try {
    return new api.Module(bytes);
  } catch {
    return undefined;
  }
}
