import type { Net } from './net.js';

/** A net that is loaded when it first runs, for those that few calls need. A load that failed is tried again. */
export function lazyNet(load: () => Promise<Net>): Net {
  let loading: Promise<Net> | null = null;
  const loaded = (): Promise<Net> => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  return {
    run: async (input, shape) => (await loaded()).run(input, shape),
    release: async () => {
      // There is nothing to release if it never ran or could not be loaded.
      const net = await loading?.catch(() => null);
      await net?.release();
    },
  };
}
