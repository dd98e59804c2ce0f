import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Size } from '@facet/engine';
import { pyramidOf, warp, type Pyramid } from '@facet/analysis/image/pyramid.js';
import { alignedCrop, type FivePoints } from '@facet/analysis/recognition/embed-face.js';
import { loadModel } from '@facet/engine/internals';
import sharp from 'sharp';
import { findTeacherFolder } from '../data/datasets.js';

interface YunetSface {
  /** From a JPEG to the embedding of its best face. */
  readonly describe: (jpeg: Buffer) => Promise<Float32Array>;
  readonly close: () => Promise<void>;
}

const YUNET = 'yunet_s_dynamic.onnx';
const STRIDES = [8, 16, 32] as const;
/** The published file takes 640×640; larger, it misses faces that fill the photo. */
const LONG_SIDE = 640;
const INPUT_MULTIPLE = 32;
/** The default of OpenCV's FaceDetectorYN. */
const LEAST_SCORE = 0.9;
const SIDE = 112;

const ONE_THREAD = { threads: 1, keepsMemory: true };

/**
 * YuNet and SFace as published, joined as OpenCV's zoo joins them: the five points of the best face align it. One thread, and our own decoder and crops. Null where YuNet's file is absent.
 */
export async function openYunetSface(): Promise<YunetSface | null> {
  const yunetPath = join(findTeacherFolder(), YUNET);
  if (!existsSync(yunetPath)) return null;
  const sfacePath = (await openStore().ensure(['sface.onnx'])).get('sface.onnx');
  if (sfacePath === undefined) throw new Error('SFace is not in the cache.');
  const yunet = await loadModel(yunetPath, ONE_THREAD);
  const sface = await loadModel(sfacePath, ONE_THREAD);
  return {
    async describe(jpeg) {
      const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
      const image = pyramidOf({ data, width: info.width, height: info.height });
      const { planes, width, height, scale } = detectorInput(image);
      const outputs = await yunet.run(planes, [1, 3, height, width]);
      const points = bestFace((name) => outputs.values(name), width, scale);
      if (points === null) throw new Error('YuNet found no face: there is nothing to compare with.');
      return (await sface.run(alignedCrop(image, points), [1, 3, SIDE, SIDE])).values('fc1');
    },
    close: async () => {
      await Promise.all([yunet.release(), sface.release()]);
    },
  };
}

const roundedUp = (side: number): number => Math.ceil(side / INPUT_MULTIPLE) * INPUT_MULTIPLE;

interface DetectorInput extends Size {
  /** Blue, green and red, with black borders on the right and below. */
  readonly planes: Float32Array;
  /** Pixels of the photo for each of the input. */
  readonly scale: number;
}

function detectorInput(image: Pyramid): DetectorInput {
  const scale = Math.max(image.base.width, image.base.height) / LONG_SIDE;
  const width = roundedUp(image.base.width / scale);
  const height = roundedUp(image.base.height / scale);
  const planes = warp(image, { a: scale, b: 0, tx: 0, ty: 0 }, { width, height }, 0);
  const red = planes.slice(0, width * height);
  planes.copyWithin(0, 2 * width * height);
  planes.set(red, 2 * width * height);
  return { planes, width, height, scale };
}

/** The five points of the face with the highest score: what is left of overlapping boxes does not matter for one face. */
function bestFace(values: (name: string) => Float32Array, width: number, scale: number): FivePoints | null {
  let best = LEAST_SCORE;
  let points: FivePoints | null = null;
  for (const stride of STRIDES) {
    const sureness = values(`obj_${stride}`);
    const offsets = values(`kps_${stride}`);
    for (const [cell, likeness] of values(`cls_${stride}`).entries()) {
      const score = Math.sqrt(unit(likeness) * unit(sureness[cell] ?? 0));
      if (score < best) continue;
      best = score;
      const columns = width / stride;
      const at = (n: number): { x: number; y: number } => ({
        x: ((offsets[cell * 10 + 2 * n] ?? 0) + (cell % columns)) * stride * scale,
        y: ((offsets[cell * 10 + 2 * n + 1] ?? 0) + Math.floor(cell / columns)) * stride * scale,
      });
      points = [at(0), at(1), at(2), at(3), at(4)];
    }
  }
  return points;
}

const unit = (value: number): number => Math.min(1, Math.max(0, value));
