import { writeFile } from 'node:fs/promises';
import { SEARCH_RULE_FILE, searchRule } from './search-rule.js';

/** `npm run search-rule`: gives the Python client the numbers of the gallery. */
await writeFile(SEARCH_RULE_FILE, searchRule());
