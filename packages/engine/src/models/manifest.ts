import type { WeightName } from '@facet/model-build/recipes';
import type { BundledFile, SourceFile, Tarball } from './source-file.js';
import { TARBALLS } from './tarballs.js';

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
    'face_landmarker.task',
    TARBALLS.faceRecognition,
    'assets/models/',
    3_758_596,
    '64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff',
    'Apache-2.0',
    'landmarks (MediaPipe Face Landmarker v2, 256×256 → 478 points and a presence score)',
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
  bundled(
    'detector.onnx',
    1_251_084,
    '45eb612bd873d8953b1fd1153e5ece51d996207e8134f40e6b7aad7cdd88a51d',
    'MIT',
    'face detection (our own net, any size: boxes, five points and a score)',
  ),
  bundled(
    'attributes.onnx',
    2_060_741,
    'b5554fada7467b26a199724620985f46723ab31d702146536a61ae82cd178cbb',
    'CC-BY-4.0',
    'age and gender (our own net, trained on FairFace, 32×32)',
  ),
]);
