import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type * as tensorflow from '@tensorflow/tfjs';
import type * as tensorflowWasm from '@tensorflow/tfjs-backend-wasm';
import sharp from 'sharp';

/** The part of face-api that is called here; its own typings pull in the browser's. */
interface FaceApi {
  readonly nets: Readonly<Record<(typeof NETS)[number], { loadFromDisk(folder: string): Promise<void> }>>;
  detectSingleFace(image: tensorflow.Tensor3D): {
    withFaceLandmarks(): {
      withFaceDescriptor(): Promise<{ readonly descriptor: Float32Array } | undefined>;
    };
  };
  detectAllFaces(image: tensorflow.Tensor3D): {
    withFaceLandmarks(): { withAgeAndGender(): Promise<readonly unknown[]> };
  };
}

const NETS = ['ssdMobilenetv1', 'faceLandmark68Net', 'faceRecognitionNet', 'ageGenderNet'] as const;

interface OpenedFaceApi {
  /** From a JPEG to the descriptor of its best face: detection, 68 landmarks, descriptor. */
  readonly describe: (jpeg: Buffer) => Promise<Float32Array>;
  /** From a JPEG to all faces with 68 landmarks, age and gender. */
  readonly analyse: (jpeg: Buffer) => Promise<readonly unknown[]>;
}

/** face-api on the WebAssembly backend of TensorFlow.js, on one thread. */
export async function openFaceApi(): Promise<OpenedFaceApi> {
  const require = createRequire(import.meta.url);
  // All by `require`: face-api must find the same TensorFlow.js that the backend is set up in.
  const tf = require('@tensorflow/tfjs') as typeof tensorflow;
  const wasm = require('@tensorflow/tfjs-backend-wasm') as typeof tensorflowWasm;
  wasm.setWasmPaths(dirname(require.resolve('@tensorflow/tfjs-backend-wasm')) + sep);
  wasm.setThreadsCount(1);
  await tf.setBackend('wasm');
  await tf.ready();
  const faceApi = require('@vladmandic/face-api/dist/face-api.node-wasm.js') as FaceApi;
  const folder = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'model');
  for (const net of NETS) await faceApi.nets[net].loadFromDisk(folder);
  const onImage = async <T>(jpeg: Buffer, work: (image: tensorflow.Tensor3D) => Promise<T>): Promise<T> => {
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    const image = tf.tensor3d(new Uint8Array(data), [info.height, info.width, 3], 'int32');
    try {
      return await work(image);
    } finally {
      image.dispose();
    }
  };
  return {
    describe: (jpeg) =>
      onImage(jpeg, async (image) => {
        const found = await faceApi.detectSingleFace(image).withFaceLandmarks().withFaceDescriptor();
        if (found === undefined) throw new Error('face-api found no face: there is nothing to compare with.');
        return found.descriptor;
      }),
    analyse: (jpeg) =>
      onImage(jpeg, async (image) => {
        const found = await faceApi.detectAllFaces(image).withFaceLandmarks().withAgeAndGender();
        if (found.length === 0) throw new Error('face-api found no face: there is nothing to compare with.');
        return found;
      }),
  };
}
