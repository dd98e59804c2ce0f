import { writeFile } from 'node:fs/promises';
import { compiledFile, compileKernel, KERNELS } from './compile-kernel.js';

/** `npm run kernels`: compiles the kernels and writes them into the source. */
for (const name of KERNELS) {
  await writeFile(compiledFile(name), await compileKernel(name));
  console.log(compiledFile(name));
}
