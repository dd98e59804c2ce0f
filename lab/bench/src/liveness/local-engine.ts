import { readFile } from 'node:fs/promises';
import { DEFAULT_DECODE_LIMITS, VECTOR_MODEL, type Engine } from '@facet/engine';
import { describeFrameFace } from '@facet/analysis/analysis/measure-frame.js';
import { startStageTimer } from '@facet/analysis/analysis/photo-call.js';
import { pyramidOf } from '@facet/analysis/image/pyramid.js';
import { decodePhoto, encodePng, measureFrame, openModels } from '@facet/engine/internals';

type FrameEngine = Pick<Engine, 'measureFrame' | 'describeFrameFace'>;

/** The engine's steps for frames on the calling thread. A frame is measured once for each frame that it follows. */
export async function openLocalEngine(): Promise<FrameEngine> {
  const models = await openModels();
  const callFor = async (file: Uint8Array) => {
    const photo = await decodePhoto(file, DEFAULT_DECODE_LIMITS);
    const timer = startStageTimer(() => undefined);
    return {
      models,
      photo,
      image: pyramidOf(photo.pixels),
      timer,
      encodePng,
      vectorModel: VECTOR_MODEL,
    };
  };
  const measured = new WeakMap<Uint8Array, Map<string, ReturnType<Engine['measureFrame']>>>();
  const described = new WeakMap<Uint8Array, Awaited<ReturnType<Engine['describeFrameFace']>>>();
  return {
    measureFrame: async (file, { near } = {}) => {
      const ofFile = measured.get(file) ?? new Map<string, ReturnType<Engine['measureFrame']>>();
      const key = JSON.stringify(near ?? null);
      const known = ofFile.get(key) ?? callFor(file).then((call) => measureFrame(call, near));
      measured.set(file, ofFile.set(key, known));
      return known;
    },
    describeFrameFace: async (file, { face, ...wanted }) => {
      const known = described.get(file) ?? { timings: {} };
      const withVector = wanted.withVector && known.vector === undefined;
      const withSpoofScore = wanted.withSpoofScore && known.spoofScore === undefined;
      const more = await describeFrameFace(await callFor(file), face, { withVector, withSpoofScore });
      const all = { ...known, ...more };
      described.set(file, all);
      return {
        timings: {},
        ...(wanted.withVector && all.vector !== undefined && { vector: all.vector }),
        ...(wanted.withSpoofScore && all.spoofScore !== undefined && { spoofScore: all.spoofScore }),
      };
    },
  };
}

const files = new Map<string, Uint8Array>();

/** The bytes of a file: the same object each time. */
export async function bytesOfFile(file: string): Promise<Uint8Array> {
  const bytes = files.get(file) ?? (await readFile(file));
  files.set(file, bytes);
  return bytes;
}
