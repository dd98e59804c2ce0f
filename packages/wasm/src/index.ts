export {
  compile,
  compileForMemoryIfSupported,
  compileIfSupported,
  isSupported,
  newSharedMemory,
  PAGE_BYTES,
  type Compiled,
  type CompiledForMemory,
  type Memory,
  type SharedMemory,
} from './compile.js';
export { IMAGE_KERNELS } from './image-kernels.js';
export { SCAN_KERNEL } from './scan-kernel.js';
export { SHARED_SCAN_KERNEL } from './shared-scan-kernel.js';
