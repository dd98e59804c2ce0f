import { EngineError } from '@facet/analysis/errors.js';
import { sessionModel, type Model } from '@facet/analysis/model.js';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';

const ERRORS_ONLY = 3;
/** More threads than this make these small models no faster. */
const MAX_THREADS = 4;

/** Says where the files of ONNX Runtime are, which load with the first model. */
export function configureRuntime(threads: number | null): void {
  env.logLevel = 'error';
  env.wasm.wasmPaths = {
    // Each as one expression: that is how bundlers find the files.
    mjs: new URL('./ort-wasm-simd-threaded.mjs', import.meta.url).href,
    wasm: new URL('./ort-wasm-simd-threaded.wasm', import.meta.url).href,
  };
  const most = globalThis.crossOriginIsolated ? navigator.hardwareConcurrency : 1;
  env.wasm.numThreads = Math.max(1, Math.min(threads ?? MAX_THREADS, most));
}

/** A model that ONNX Runtime runs in this thread. */
export async function loadModel(name: string, bytes: Uint8Array): Promise<Model> {
  const session = await InferenceSession.create(bytes, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
    logSeverityLevel: ERRORS_ONLY,
  }).catch((cause: unknown) => {
    throw new EngineError('model-corrupt', { model: name }, { cause });
  });
  return sessionModel(session, (input, shape) => new Tensor('float32', input, shape), { model: name });
}
