// Usage: node points.mjs PHOTOS OUT. Writes what the expression model takes of every face in a folder of photos: OUT.f32,
// 292 numbers a face, and OUT.txt, the photo of each.
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFaces } from '@facet/analysis/analysis/find-faces.js';
import { startStageTimer } from '@facet/analysis/analysis/photo-call.js';
import { pyramidOf } from '@facet/analysis/image/pyramid.js';
import { expressionOf } from '@facet/analysis/landmarks/expression.js';
import { ExtraFits } from '@facet/analysis/landmarks/fit-face.js';
import { openModels } from '@facet/engine/internals';
import sharp from 'sharp';

const SIDE = 1024;
const MAX_FACES = 12;
const MIN_PRESENCE = 5;
const MIN_EYES = 12;

const [, , photos = '', out = ''] = process.argv;
const models = await openModels(1);
const [numbers, names] = [createWriteStream(`${out}.f32`), createWriteStream(`${out}.txt`)];
const keep = (name) => ({
  run: (points) => {
    numbers.write(Buffer.from(new Uint8Array(points.buffer, points.byteOffset, points.byteLength)));
    names.write(`${name}\n`);
    return Promise.resolve({ values: () => new Float32Array(52), shape: () => [52] });
  },
});
let faces = 0;
const files = (await readdir(photos, { recursive: true }))
  .filter((file) => /\.(jpe?g|png)$/i.test(file))
  .sort();
for (const [n, file] of files.entries()) {
  const { data, info } = await sharp(await readFile(join(photos, file)))
    .rotate()
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) continue;
  const image = pyramidOf({ width: info.width, height: info.height, data });
  const found = await findFaces(models, image, {
    onlyFirst: false,
    maxFaces: MAX_FACES,
    timer: startStageTimer(() => undefined),
    extra: new ExtraFits(6),
  });
  for (const { mesh } of found) {
    const [left, right] = [mesh.vertices[33], mesh.vertices[263]];
    const eyes = Math.hypot(left.x - right.x, left.y - right.y);
    if (mesh.presence < MIN_PRESENCE || eyes < MIN_EYES) continue;
    await expressionOf(keep(file), mesh.vertices);
    faces += 1;
  }
  if (n % 200 === 0) console.log(n, faces);
}
console.log(files.length, faces);
numbers.end();
names.end();
