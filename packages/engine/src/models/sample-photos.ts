import type { SourceFile } from './source-file.js';
import { TARBALLS } from './tarballs.js';

export type SamplePhotoName =
  'sample1.jpg' | 'sample2.jpg' | 'sample3.jpg' | 'sample4.jpg' | 'sample5.jpg' | 'sample6.jpg';

function photo(
  name: SamplePhotoName,
  bytes: number,
  sha256: string,
  purpose: string,
): SourceFile<SamplePhotoName> {
  return Object.freeze({
    name,
    tarball: TARBALLS.faceApi,
    path: `demo/${name}`,
    sha256,
    bytes,
    license: 'MIT',
    purpose,
  });
}

/** Real photographs at hand for a first try; the face-api package ships them as its own demonstration. */
export const SAMPLE_PHOTOS: readonly SourceFile<SamplePhotoName>[] = Object.freeze([
  photo(
    'sample1.jpg',
    144_516,
    '8ecae4b267b2d3169e06e00c7dee97097aa2a94635d45216f7732a5f4943cb51',
    'photo of three people, made up and dark',
  ),
  photo(
    'sample2.jpg',
    181_758,
    '7d2b60ae6f13bf30f422e04df87451081a02c83de469056f25afb44b7000c691',
    'photo of three people, one in profile',
  ),
  photo(
    'sample3.jpg',
    221_049,
    '8eb081c9efb14370fa94d9feab9e5fbeafd19a627491853a80c2bf67f7ffa936',
    'photo of three people facing the camera',
  ),
  photo(
    'sample4.jpg',
    210_824,
    '729efa5923061d40eb4ed5f267a18cc7b8ba6f852bb2757b16d8b7e4937476fc',
    'photo of four people standing',
  ),
  photo(
    'sample5.jpg',
    166_400,
    '6d45095ebb182d8f975c0790e0e4eefd86fbb40609cf4b271776d92e12662938',
    'photo of five people on a staircase',
  ),
  photo(
    'sample6.jpg',
    302_445,
    '9baad80f9d5e306fb9b8c0913d44445f1e95848df317530efb03d0934c57ba87',
    'photo of four people facing the camera',
  ),
]);
