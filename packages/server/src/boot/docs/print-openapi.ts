import { openApiFile } from './openapi-file.js';

process.stdout.write(await openApiFile());
