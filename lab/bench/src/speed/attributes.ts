import { DEFAULT_DECODE_LIMITS } from '@facet/engine';
import { releaseModels } from '@facet/analysis/analysis/models.js';
import { attributesOf } from '@facet/analysis/attributes/attributes.js';
import { pyramidOf } from '@facet/analysis/image/pyramid.js';
import { facePlace } from '@facet/analysis/landmarks/face-geometry.js';
import { decodePhoto, openModels } from '@facet/engine/internals';
import { facesOf } from '../calibrate/open-image.js';
import type { Figure } from '../common/figure.js';
import { interleave } from './interleave.js';

const ROUNDS = 40;
const SFACE_SIDE = 112;

/** Age and gender of one face, crops included, against the model that gives its vector; one thread. */
export async function measureAttributes(portrait: Buffer): Promise<Figure[]> {
  const models = await openModels();
  try {
    const image = pyramidOf((await decodePhoto(portrait, DEFAULT_DECODE_LIMITS)).pixels);
    const [face] = await facesOf(models, image, 'first');
    if (face === undefined) throw new Error('The portrait shows no face.');
    const place = facePlace(face.mesh.vertices);
    // What the model is shown changes no time.
    const blank = new Float32Array(3 * SFACE_SIDE * SFACE_SIDE);
    const times = await interleave(ROUNDS, {
      attributes: () => attributesOf(models, image, [place], 1),
      sface: () => models.embedder.run(blank, [1, 3, SFACE_SIDE, SFACE_SIDE]),
    });
    return [
      {
        measure: 'Age and gender of a face / SFace, time',
        value: times.ratio('attributes', 'sface'),
        unit: '×',
        target: { most: 0.4 },
        count: ROUNDS,
      },
    ];
  } finally {
    await releaseModels(models);
  }
}
