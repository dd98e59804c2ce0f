import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';

/** TensorFlow.js on its WebAssembly backend: a second, independent way to run the same weights. */
export async function openTensorflow(): Promise<typeof tf> {
  const entry = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm');
  setWasmPaths(dirname(entry) + sep);
  await tf.setBackend('wasm');
  await tf.ready();
  return tf;
}
