import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { compiledFile, compileKernel, KERNELS } from './compile-kernel.js';

it.each(KERNELS)(
  'src/%s.ts holds what its source compiles to; if not, run `npm run kernels`',
  async (name) => {
    expect(await readFile(compiledFile(name), 'utf8')).toBe(await compileKernel(name));
  },
);
