import { EngineError } from '../../errors.js';
import type { WeightName } from '../manifest.js';
import { ageGenderGraph } from './age-gender.js';
import { detectorGraph } from './detector.js';
import { embedderGraph } from './embedder.js';
import { faceresGraph } from './faceres.js';
import { landmarksGraph } from './landmarks.js';
import { encodeOnnx } from './onnx-encode.js';
import type { Graph } from './onnx-graph.js';
import { optimise } from './optimise.js';
import { ssdGraph } from './ssd.js';
import { parseManifest, readTfjsWeights } from './tfjs-weights.js';

/** Part of the key under which built models are cached: change it with every change of what is built. */
export const CONVERTER_VERSION = '2';

export type ModelName = 'detector' | 'landmarks' | 'embedder' | 'age-gender' | 'faceres' | 'ssd';

export interface ModelBuilder {
  /** The weight files that the build reads. */
  readonly sources: readonly WeightName[];
  /** The bytes of the ONNX file; equal sources give equal bytes. */
  readonly build: (sources: ReadonlyMap<string, Uint8Array>) => Uint8Array;
}

/** How each model is made; the comment on each graph tells its inputs and outputs. */
export const BUILDERS: Readonly<Record<ModelName, ModelBuilder>> = {
  detector: builder(['face_detection_full_range.tflite'], (tflite) => detectorGraph(tflite)),
  landmarks: builder(['face_landmarker.task'], (bundle) => landmarksGraph(bundle)),
  embedder: builder(['sface.onnx'], (sface) => embedderGraph(sface)),
  'age-gender': builder(
    ['age_gender_model-weights_manifest.json', 'age_gender_model.bin'],
    (manifest, binary) => ageGenderGraph(readTfjsWeights(parseManifest(manifest), binary)),
  ),
  faceres: builder(['faceres.json', 'faceres.bin'], (json, binary) => faceresGraph(json, binary)),
  ssd: builder(
    ['ssd_mobilenetv1_model-weights_manifest.json', 'ssd_mobilenetv1_model.bin'],
    (manifest, binary) => ssdGraph(readTfjsWeights(parseManifest(manifest), binary)),
  ),
};

function builder(
  names: readonly [WeightName, WeightName?],
  graphOf: (first: Uint8Array, second: Uint8Array) => Graph,
): ModelBuilder {
  const sources = names.filter((name) => name !== undefined);
  return {
    sources,
    build: (files) => {
      const [first = NO_FILE, second = NO_FILE] = sources.map((name) => fileOf(files, name));
      return encodeOnnx(optimise(graphOf(first, second)));
    },
  };
}

const NO_FILE = new Uint8Array(0);

function fileOf(files: ReadonlyMap<string, Uint8Array>, name: string): Uint8Array {
  const file = files.get(name);
  if (file === undefined) throw new EngineError('model-missing', { file: name });
  return file;
}
