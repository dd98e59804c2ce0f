import { describe, expect, it } from 'vitest';
import { compile, compileIfSupported, PAGE_BYTES, type Memory } from './compile.js';
import { IMAGE_KERNELS } from './image-kernels.js';
import { SCAN_KERNEL } from './scan-kernel.js';

interface Instance {
  readonly memory: Memory;
  readonly [name: string]: unknown;
}

const NOT_A_MODULE = IMAGE_KERNELS.slice(0, -1);

describe.each([
  ['the image kernels', IMAGE_KERNELS, ['halve', 'memory', 'warp']],
  ['the scan', SCAN_KERNEL, ['memory', 'scan']],
])('%s', (_, bytes, names) => {
  it('export their functions and one memory, and import nothing', () => {
    expect(Object.keys(compile<Instance>(bytes).newInstance()).sort()).toEqual(names);
  });

  it('start with one page of memory, which grows up to a gigabyte', () => {
    const { memory } = compile<Instance>(bytes).newInstance();
    expect(memory.buffer.byteLength).toBe(PAGE_BYTES);
    expect(memory.grow(299)).toBe(1);
    expect(memory.buffer.byteLength).toBe(300 * PAGE_BYTES);
    expect(() => memory.grow(2 ** 30 / PAGE_BYTES)).toThrow(RangeError);
  });

  it('have a memory for each instance', () => {
    const compiled = compile<Instance>(bytes);
    const [one, other] = [compiled.newInstance(), compiled.newInstance()];
    new DataView(one.memory.buffer).setInt32(0, 7);
    expect(new DataView(other.memory.buffer).getInt32(0)).toBe(0);
  });
});

describe('bytes that are no module', () => {
  it('are an error', () => {
    expect(() => compile(NOT_A_MODULE)).toThrow(/WebAssembly\.Module/);
  });

  it('are undefined to callers that can do without', () => {
    expect(compileIfSupported(NOT_A_MODULE)).toBeUndefined();
    expect(compileIfSupported<Instance>(SCAN_KERNEL)?.newInstance().memory.buffer.byteLength).toBe(
      PAGE_BYTES,
    );
  });
});
