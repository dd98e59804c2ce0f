import { EngineError } from '../../errors.js';
import type { WeightName } from '../manifest.js';
import { attributesGraph } from './nets/attributes.js';
import { ageGenderGraph } from './nets/age-gender.js';
import { blendshapesGraph } from './nets/blendshapes.js';
import { detectorGraph } from './nets/detector.js';
import { embedderGraph } from './nets/embedder.js';
import { landmarksGraph } from './nets/landmarks.js';
import type { Recipe } from './ensure-built.js';
import { encodeOnnx } from './onnx/onnx-encode.js';
import type { Graph } from './onnx/onnx-graph.js';
import { optimise } from './optimise.js';
import { parseManifest, readTfjsWeights } from './formats/tfjs-weights.js';

/** Part of the key under which built models are cached: change it with every change of what is built. */
export const CONVERTER_VERSION = '4';

export type ModelName = 'detector' | 'landmarks' | 'blendshapes' | 'embedder' | 'age-gender' | 'attributes';

/** How each model is made; the comment on each graph tells its inputs and outputs. */
export const BUILDERS: Readonly<Record<ModelName, Recipe<WeightName>>> = {
  detector: builder(['detector.onnx'], (file) => detectorGraph(file)),
  landmarks: builder(['face_landmarker.task'], (bundle) => landmarksGraph(bundle)),
  blendshapes: builder(['face_landmarker.task'], (bundle) => blendshapesGraph(bundle)),
  embedder: builder(['sface.onnx'], (sface) => embedderGraph(sface)),
  'age-gender': builder(
    ['age_gender_model-weights_manifest.json', 'age_gender_model-shard1'],
    (manifest, binary) => ageGenderGraph(readTfjsWeights(parseManifest(manifest), binary)),
  ),
  attributes: builder(['attributes.onnx'], (file) => attributesGraph(file)),
};

function builder(
  names: readonly [WeightName, WeightName?],
  graphOf: (first: Uint8Array, second: Uint8Array) => Graph,
): Recipe<WeightName> {
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
