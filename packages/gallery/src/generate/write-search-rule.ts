import { writeFile } from 'node:fs/promises';
import { SEARCH_RULE_FILE, searchRule } from './search-rule-file.js';

await writeFile(SEARCH_RULE_FILE, searchRule());
