import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generatedFiles } from './generated-files.js';

it('the clients have what the OpenAPI document says (else: npm run client:types)', async () => {
  for (const [file, text] of await generatedFiles())
    expect(await readFile(file, 'utf8'), file.pathname).toBe(text);
});
