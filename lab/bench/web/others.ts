import * as faceApi from '@vladmandic/face-api';
import { Human } from '@vladmandic/human';

/** What its typings leave out. */
interface TensorFlow {
  setWasmPaths(folder: string): void;
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
}

/** face-api with its models, on one thread of WebAssembly. */
export async function openFaceApi(): Promise<typeof faceApi> {
  const tf = faceApi.tf as unknown as TensorFlow;
  tf.setWasmPaths('/tfjs/');
  await tf.setBackend('wasm');
  await tf.ready();
  const { ssdMobilenetv1, tinyFaceDetector, faceLandmark68Net, ageGenderNet } = faceApi.nets;
  for (const net of [ssdMobilenetv1, tinyFaceDetector, faceLandmark68Net, ageGenderNet])
    await net.loadFromUri('/face-api-models');
  return faceApi;
}

/** human with what corresponds to face-api's models, on one thread of WebAssembly. */
export async function openHuman(): Promise<Human> {
  const human = new Human({
    backend: 'wasm',
    wasmPath: '/tfjs/',
    modelBasePath: '/human-models/',
    cacheSensitivity: 0,
    debug: false,
    face: {
      enabled: true,
      // Each call is a photo of its own: nothing is kept from the one before.
      detector: { maxDetected: 1, skipFrames: 0, skipTime: 0 },
      mesh: { enabled: true },
      iris: { enabled: false },
      attention: { enabled: false },
      description: { enabled: true, skipFrames: 0, skipTime: 0 },
      emotion: { enabled: false },
    },
    body: { enabled: false },
    hand: { enabled: false },
    object: { enabled: false },
    gesture: { enabled: false },
  });
  await human.load();
  return human;
}
