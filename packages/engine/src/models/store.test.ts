import { expect, it } from 'vitest';
import { openStore } from './store.js';

it('names a file that the manifest does not list', async () => {
  const name = 'nothing.bin' as 'sface.onnx';
  await expect(openStore().ensure([name])).rejects.toMatchObject({
    code: 'model-missing',
    details: { file: 'nothing.bin' },
  });
});
