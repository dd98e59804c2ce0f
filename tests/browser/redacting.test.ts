import { distance, openEngine, type Engine } from '@facet/engine';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PHOTOS, useFacetPage } from './facet-page.js';

const facetPage = useFacetPage();
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ workers: 1 });
});
afterAll(() => engine.close());

/** A portrait, of which the colours show nothing and alpha shows everything, and an ordinary one. */
async function files(): Promise<{ plain: Buffer; hidden: Buffer }> {
  const plain = await sharp(await readFile(join(PHOTOS, 'sample3.jpg')))
    .resize(800)
    .png()
    .toBuffer();
  const { data, info } = await sharp(plain).greyscale().raw().toBuffer({ resolveWithObject: true });
  const white = sharp({
    create: { width: info.width, height: info.height, channels: 3, background: '#fff' },
  });
  const { width, height } = info;
  const hidden = await white
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return { plain, hidden };
}

it('a page redacts as the server does: nothing of a face is left in any channel', async () => {
  const { plain, hidden } = await files();
  const { faces } = await engine.analyse(plain, { extras: ['vector'] });
  const page = await facetPage.open();
  for (const file of [plain, hidden, await sharp(plain).jpeg().toBuffer()]) {
    const { redacted, count } = await page.evaluate(async (base64) => {
      const facet = await facetModule.openFacet({ models: '/models/' });
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const { image, faces: found } = await facet.redact(new Blob([bytes]), { style: 'box' });
      facet.close();
      return { redacted: [...new Uint8Array(await image.arrayBuffer())], count: found };
    }, file.toString('base64'));
    const picture = Buffer.from(redacted);
    const facts = await sharp(picture).metadata();
    const before = await sharp(file).metadata();
    expect([count, facts.format, facts.width, facts.height]).toEqual([
      faces.length,
      before.format,
      before.width,
      before.height,
    ]);
    const opaque = await sharp(picture).ensureAlpha().extractChannel(3).raw().toBuffer();
    expect(opaque.every((value) => value === 255)).toBe(true);
    for (const { box, vector } of faces) {
      const seen = await engine.vector(picture, { faces: { kind: 'boxes', boxes: [box] } });
      expect(distance(seen.vector, vector ?? seen.vector)).toBeGreaterThan(0.5);
    }
  }
});
