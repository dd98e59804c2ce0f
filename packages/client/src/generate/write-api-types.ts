import { writeFile } from 'node:fs/promises';
import { API_TYPES_FILE, expectedApiTypes } from './api-types-file.js';

await writeFile(API_TYPES_FILE, await expectedApiTypes());
