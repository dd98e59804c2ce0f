import { writeFile } from 'node:fs/promises';
import { DOCS_FOLDER, generatedFiles } from './generated-files.js';

for (const [name, text] of await generatedFiles()) await writeFile(new URL(name, DOCS_FOLDER), text);
