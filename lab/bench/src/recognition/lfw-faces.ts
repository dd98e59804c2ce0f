import { basename } from 'node:path';
import { EngineError, type Engine } from '@facet/engine';
import { fairFace, lfwPairs, type Person } from '../data/datasets.js';
import { eachImage } from '../measures/each-image.js';

/** A face of a photo, and who it is. */
export interface NamedFace {
  readonly file: string;
  /** By the name of the file; LFW View 1 was looked through for people under two names, and has none. */
  readonly person: string;
  readonly vector: Float32Array;
}

/** The first face of each image of LFW View 1; images without a face are left out. */
export async function lfwFaces(engine: Engine, folder: string): Promise<NamedFace[]> {
  const files = [...new Set((await lfwPairs(folder)).flatMap(({ a, b }) => [a, b]))];
  const faces = await vectorsOf(engine, files);
  return faces.map((face) => ({ ...face, person: basename(face.file).replace(/_\d+\.\w+$/, '') }));
}

export interface LabelledFace {
  readonly file: string;
  readonly vector: Float32Array;
  readonly truth: Person;
}

/** The first face of each photo of FairFace, which shows a different person on each. */
export async function fairFaceFaces(engine: Engine, folder: string): Promise<LabelledFace[]> {
  const items = await fairFace(folder);
  const faces = await vectorsOf(
    engine,
    items.map(({ file }) => file),
  );
  const truths = new Map(items.map(({ file, truth }) => [file, truth]));
  return faces.flatMap((face) => {
    const truth = truths.get(face.file);
    return truth === undefined ? [] : [{ ...face, truth }];
  });
}

async function vectorsOf(
  engine: Engine,
  files: readonly string[],
): Promise<{ readonly file: string; readonly vector: Float32Array }[]> {
  const found = await eachImage(
    files.map((file) => ({ file })),
    async ({ file }, bytes) => {
      try {
        return { file, vector: (await engine.vector(bytes)).vector };
      } catch (error) {
        if (error instanceof EngineError && error.code === 'no-face') return undefined;
        throw error;
      }
    },
  );
  return found.filter((face) => face !== undefined);
}
