import { ATTRIBUTE_REFERENCE_POINTS, trainingSquare } from '@facet/analysis/attributes/attributes.js';
import { facePlace } from '@facet/analysis/landmarks/face-geometry.js';
import { openModels } from '@facet/engine/internals';
import { percentile } from '@facet/test-support';
import { fairFace } from '../data/datasets.js';
import { printTable } from '../common/print-table.js';
import { facesOf, openImage } from './open-image.js';

/** FairFace's own crop in its photos with a wide margin (pixels): see lab/training/attributes/README.md. */
const PHOTO_SIDE = 448;
const CROP_SIDE = 191.5;

const POINTS = [
  'left eye, outer',
  'left eye, inner',
  'right eye, inner',
  'right eye, outer',
  'foot of the nose',
];

/** How our mesh lies in the crops that FairFace made, and how far our crop is from FairFace's. Labels play no part. */
export async function attributeCrop(folder: string): Promise<void> {
  const models = await openModels(2);
  const places: { readonly x: number; readonly y: number }[][] = ATTRIBUTE_REFERENCE_POINTS.map(() => []);
  const differences = { side: [] as number[], x: [] as number[], y: [] as number[], degrees: [] as number[] };
  for (const { file } of await fairFace(folder)) {
    const { image, scale } = await openImage(file);
    const [face] = await facesOf(models, image, 'first');
    if (face === undefined) continue;
    const inCrop = (pixels: number): number => (pixels - PHOTO_SIDE / 2) / CROP_SIDE + 0.5;
    const place = facePlace(face.mesh.vertices);
    place.points.forEach(({ x, y }, i) => {
      places[i]?.push({ x: inCrop(x * scale.x), y: inCrop(y * scale.y) });
    });
    const square = trainingSquare(place);
    differences.side.push((square.side * scale.x) / CROP_SIDE - 1);
    differences.x.push(inCrop(square.centre.x * scale.x) - 0.5);
    differences.y.push(inCrop(square.centre.y * scale.y) - 0.5);
    differences.degrees.push((square.angle * 180) / Math.PI);
  }
  printTable(
    ['Point', 'Across, in use', 'median', 'Down, in use', 'median'],
    ATTRIBUTE_REFERENCE_POINTS.map(({ x: across, y: down }, i) => [
      POINTS[i] ?? '',
      String(across),
      percentile(places[i]?.map(({ x }) => x) ?? [], 0.5).toFixed(4),
      String(down),
      percentile(places[i]?.map(({ y }) => y) ?? [], 0.5).toFixed(4),
    ]),
  );
  console.log(`\nOur crop against FairFace's, ${differences.side.length} faces\n`);
  const shares = [0.05, 0.25, 0.5, 0.75, 0.95];
  printTable(
    ['Difference', ...shares.map((share) => `${share * 100} %`)],
    Object.entries(differences).map(([name, values]) => [
      name,
      ...shares.map((share) => percentile(values, share).toFixed(3)),
    ]),
  );
}
