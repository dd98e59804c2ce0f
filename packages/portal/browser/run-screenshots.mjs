// `npm run docs:screenshots`: Vite reads the TypeScript, so that nothing has to be compiled first.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const { module } = await runnerImport(fileURLToPath(new URL('screenshots.ts', import.meta.url)));
await module.makeScreenshots();
