import { writeFile } from 'node:fs/promises';
import { API_TYPES_FILE, expectedApiTypes } from './api-types-file.js';
import { SEARCH_RULE_FILE, searchRule } from './search-rule-file.js';

await writeFile(API_TYPES_FILE, await expectedApiTypes());
await writeFile(SEARCH_RULE_FILE, searchRule());
