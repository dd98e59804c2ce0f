import { IMAGE_KERNELS, isSupported } from '@facet/wasm';

/** Whether the kernels that scale and crop images can run here: they need WebAssembly with SIMD, as the models do. */
export const areKernelsSupported = (): boolean => isSupported(IMAGE_KERNELS);
