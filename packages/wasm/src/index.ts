export {
  compile,
  compileIfSupported,
  isSupported,
  PAGE_BYTES,
  type Compiled,
  type Memory,
} from './compile.js';
export { IMAGE_KERNELS } from './image-kernels.js';
export { SCAN_KERNEL } from './scan-kernel.js';
