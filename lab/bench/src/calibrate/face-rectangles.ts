import { boundingBox, centre, height, width } from '@facet/analysis/geometry/box.js';
import { RECTANGLE_HEIGHT, RECTANGLE_RISE } from '@facet/analysis/landmarks/face-geometry.js';
import { openModels } from '@facet/engine/internals';
import { percentile } from '@facet/test-support';
import { wider } from '../data/datasets.js';
import { HIT, overlap } from '../measures/crowds.js';
import { printTable } from '../common/print-table.js';
import { facesOf, openImage } from './open-image.js';

/** Marks of smaller faces are off by too large a part of the face (pixels). */
const MIN_HEIGHT = 28;

interface Ratios {
  readonly wide: number;
  readonly high: number;
  readonly rise: number;
}

/** How the rectangles that people draw lie on the mesh: median ratios among the faces that are found. */
export async function faceRectangles(folder: string): Promise<void> {
  const ratios = await measureRatios(folder);
  const median = (name: keyof Ratios): string =>
    percentile(
      ratios.map((ratio) => ratio[name]),
      0.5,
    ).toFixed(3);
  console.log(`${ratios.length} faces\n`);
  printTable(
    ['Relative to the mesh', 'in use', 'fitted'],
    [
      ['width', '1', median('wide')],
      ['height', String(RECTANGLE_HEIGHT), median('high')],
      ["rise of the centre, in the mesh's height", String(RECTANGLE_RISE), median('rise')],
    ],
  );
}

async function measureRatios(folder: string): Promise<Ratios[]> {
  const models = await openModels(2);
  const ratios: Ratios[] = [];
  for (const { file, truth } of await wider(folder)) {
    const { image, onPhoto } = await openImage(file);
    const meshes = (await facesOf(models, image, 'all')).map(({ mesh }) =>
      onPhoto(boundingBox(mesh.vertices)),
    );
    for (const { box, invalid } of truth) {
      if (invalid || height(box) < MIN_HEIGHT) continue;
      const mesh = meshes.find((other) => overlap(other, box) >= HIT);
      if (mesh === undefined) continue;
      ratios.push({
        wide: width(box) / width(mesh),
        high: height(box) / height(mesh),
        rise: (centre(mesh).y - centre(box).y) / height(mesh),
      });
    }
  }
  return ratios;
}
