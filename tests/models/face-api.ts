import { createRequire } from 'node:module';
import type * as tensorflow from '@tensorflow/tfjs';
import type { WeightManifest } from '../../packages/model-build/src/formats/tfjs-weights.js';

/** The part of face-api that the tests call; its own typings pull in the browser's. */
interface FaceApi {
  readonly NetInput: new (images: readonly tensorflow.Tensor3D[]) => object;
  readonly AgeGenderNet: new () => LoadableModel & {
    runNet(input: object): { age: tensorflow.Tensor; gender: tensorflow.Tensor };
  };
}

interface LoadableModel {
  loadFromWeightMap(weights: tensorflow.NamedTensorMap): void;
}

export function openFaceApi(): FaceApi {
  const require = createRequire(import.meta.url);
  return require('@vladmandic/face-api/dist/face-api.node-wasm.js') as FaceApi;
}

/** Weights read by TensorFlow.js itself, not by the reader under test. */
export function decodeWeights(
  tf: typeof tensorflow,
  manifest: Uint8Array,
  binary: Uint8Array,
): tensorflow.NamedTensorMap {
  const groups = JSON.parse(Buffer.from(manifest).toString('utf8')) as WeightManifest;
  const specs = groups.flatMap((group) => group.weights) as unknown as tensorflow.io.WeightsManifestEntry[];
  return tf.io.decodeWeights(new Uint8Array(binary).buffer, specs);
}
