import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { distance, type Box } from '@facet/engine';
import sharp from 'sharp';
import { REPOSITORY_ROOT } from './common/repository.js';
import { startEngine } from './common/start-engine.js';
import { readSample } from './data/sample-photos.js';
import { drawFaces } from './picture/draw-faces.js';
import { drawMatch, type Compared } from './picture/draw-match.js';

/** Draws the pictures of the documentation from the engine's own results. */
const OUTPUT = join(REPOSITORY_ROOT, 'docs/images');
/** By the look of it one woman is in both. */
const GROUP = 'sample3.jpg';
const OTHER = 'sample1.jpg';

const engine = await startEngine();

const group = await readSample(GROUP);
const other = await readSample(OTHER);
const analysis = await engine.analyse(group);

/** Integer pixels, as a client of the service would send a rectangle back. */
const integer = ({ x1, y1, x2, y2 }: Box): Box => ({
  x1: Math.round(x1),
  y1: Math.round(y1),
  x2: Math.round(x2),
  y2: Math.round(y2),
});
const vectorOf = async (photo: Buffer, box: Box): Promise<Float32Array> =>
  (await engine.vector(photo, { faces: { kind: 'boxes', boxes: [integer(box)] } })).vector;
const fromLeft = analysis.faces.map(({ box }) => box).sort((a, b) => a.x1 - b.x1);
const middle = fromLeft[1];
if (middle === undefined) throw new Error(`${GROUP} should show three faces.`);
const reference = await vectorOf(group, middle);
const compared: Compared[] = [];
for (const { box } of (await engine.analyse(other)).faces) {
  compared.push({ photo: other, box, distance: distance(reference, await vectorOf(other, box)) });
}
compared.sort((a, b) => a.distance - b.distance);
await engine.close();

// The engine leaves its process no loaders but those of photos; it is closed now, and the drawings are SVG.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadPngBuffer'] });
await mkdir(OUTPUT, { recursive: true });
await save('faces.jpg', await drawFaces(group, analysis));
await save(
  'match.jpg',
  await drawMatch({ photo: group, box: middle }, [...compared.slice(0, 1), ...compared.slice(-1)]),
);

async function save(name: string, picture: Buffer): Promise<void> {
  await writeFile(join(OUTPUT, name), picture);
  console.log(`docs/images/${name}: ${Math.round(picture.length / 1024)} KB`);
}
