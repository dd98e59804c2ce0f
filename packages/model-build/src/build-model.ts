import { ConversionError } from './conversion-error.js';
import { parseManifest, readTfjsWeights } from './formats/tfjs-weights.js';
import { ageGenderGraph } from './models/age-gender.js';
import { attributesGraph } from './models/attributes.js';
import { embedderGraph } from './models/embedder.js';
import { blendshapesGraph, detectorGraph, landmarksGraph } from './models/exported.js';
import { spoofGraph } from './models/spoof.js';
import { encodeOnnx } from './onnx/onnx-file.js';
import type { Graph } from './onnx/onnx-graph.js';
import { optimise } from './optimise.js';
import { storeWeights, type WeightStorage } from './passes/store-weights.js';
import type { ModelForm, ModelName, WeightName } from './recipes.js';

type Files = ReadonlyMap<string, Uint8Array>;

/** The comment on each graph describes its inputs and outputs. */
const GRAPHS: Readonly<Record<ModelName, (files: Files) => Graph>> = {
  detector: (files) => detectorGraph(contentOf(files, 'detector.onnx')),
  landmarks: (files) => landmarksGraph(contentOf(files, 'landmarks.onnx')),
  blendshapes: (files) => blendshapesGraph(contentOf(files, 'blendshapes.onnx')),
  embedder: (files) => embedderGraph(contentOf(files, 'sface.onnx')),
  'age-gender': (files) => {
    const manifest = parseManifest(contentOf(files, 'age_gender_model-weights_manifest.json'));
    return ageGenderGraph(readTfjsWeights(manifest, contentOf(files, 'age_gender_model-shard1')));
  },
  attributes: (files) => attributesGraph(contentOf(files, 'attributes.onnx')),
  spoof: (files) => spoofGraph(contentOf(files, 'anti_spoof.tflite')),
};

/** In the form for the web, where exact weights would be too large. */
const WEB_WEIGHTS: Partial<Record<ModelName, WeightStorage>> = {
  landmarks: 'mixed',
  embedder: 'int8',
  'age-gender': 'float16',
};

/**
 * An ONNX file made from the weight files that `MODEL_SOURCES` lists for the model. Equal files and forms give equal bytes.
 * Files that are not what their names say end in a ConversionError, or in whatever error their content provokes.
 */
export function buildModel(model: ModelName, files: Files, form: ModelForm): Uint8Array {
  const graph = GRAPHS[model](files);
  if (form !== 'web') return encodeOnnx(optimise(graph, form));
  return encodeOnnx(storeWeights(optimise(graph, 'plain'), WEB_WEIGHTS[model] ?? 'exact'));
}

function contentOf(files: Files, name: WeightName): Uint8Array {
  const content = files.get(name);
  if (content === undefined) throw new ConversionError(`its source ${name} was not given`);
  return content;
}
