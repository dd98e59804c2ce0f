/**
 * Which files each model is built from. It loads none of the converters, so that a program which finds all its models in
 * the cache never reads them.
 */

/** Part of the key under which built models are cached: change it with every change of what is built. */
export const CONVERTER_VERSION = '8';

/**
 * How a model is written down. The native forms give the same results but for the last digits, and the processor decides
 * which is faster: on x64, ONNX Runtime keeps maps in a blocked layout, which `blocked` never leaves, and multiplies 8-bit
 * numbers fast, which `blocked` has in the largest products of embedder and landmarks; on other processors it is `plain`.
 * `web` is `plain` with weights in fewer bits, small to download and computed in single precision all the same; those of
 * landmarks, embedder and the second model for age and gender are rounded.
 */
export type NativeForm = 'blocked' | 'plain';
export type ModelForm = NativeForm | 'web';

export const NATIVE_FORMS: readonly NativeForm[] = ['blocked', 'plain'];
export const MODEL_FORMS: readonly ModelForm[] = [...NATIVE_FORMS, 'web'];

export const formFor = (architecture: string): NativeForm => (architecture === 'x64' ? 'blocked' : 'plain');

export type ModelName =
  'detector' | 'landmarks' | 'blendshapes' | 'embedder' | 'age-gender' | 'attributes' | 'spoof';

export type WeightName =
  | 'sface.onnx'
  | 'age_gender_model-weights_manifest.json'
  | 'age_gender_model-shard1'
  | 'attributes.onnx'
  | 'blendshapes.onnx'
  | 'detector.onnx'
  | 'landmarks.onnx'
  | 'anti_spoof.tflite';

export const MODEL_SOURCES: Readonly<Record<ModelName, readonly WeightName[]>> = Object.freeze({
  detector: ['detector.onnx'],
  landmarks: ['landmarks.onnx'],
  blendshapes: ['blendshapes.onnx'],
  embedder: ['sface.onnx'],
  'age-gender': ['age_gender_model-weights_manifest.json', 'age_gender_model-shard1'],
  attributes: ['attributes.onnx'],
  spoof: ['anti_spoof.tflite'],
});

export const MODEL_NAMES = Object.keys(MODEL_SOURCES) as readonly ModelName[];
