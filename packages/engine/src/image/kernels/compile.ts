/** The part of WebAssembly that is used here; its full typings come only with the browser's. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** A compiled module, from which instances are made, each with a memory of its own. */
export interface Compiled<Exports> {
  newInstance(): Exports;
}

export function compile<Exports>(module: Uint8Array<ArrayBuffer>): Compiled<Exports> {
  const compiled = new WebAssembly.Module(module);
  return { newInstance: () => new WebAssembly.Instance(compiled).exports as Exports };
}
